from scoring.keywords import MatchKind, keyword_coverage
from scoring.keywords.summary import KeywordTally, keyword_matrix, most_missed


def test_several_responses_to_one_query_make_a_matrix() -> None:
    query = "Docker image size"
    rows = keyword_matrix(
        [keyword_coverage(query, response) for response in ("an image", "Dockers", "")]
    )
    assert [row.keyword for row in rows] == ["Docker", "image", "size"]
    kinds = [[cell and cell.matched_by for cell in row.cells] for row in rows]
    assert kinds == [
        [None, MatchKind.INFLECTED, None],
        [MatchKind.EXACT, None, None],
        [None, None, None],
    ]


def test_a_keyword_that_one_reading_lacks_leaves_a_hole() -> None:
    english, french = (
        keyword_coverage("les images", "image", language=code) for code in ("en", "fr")
    )
    rows = keyword_matrix([english, french])
    assert [row.keyword for row in rows] == ["les", "images"]
    assert rows[0].cells[1] is None
    assert rows[1].cells[1] is not None


def test_the_most_often_missed_keywords_come_first() -> None:
    coverages = [
        keyword_coverage("docker images", "docker"),
        keyword_coverage("Docker image", "docker"),
        keyword_coverage("Docker size", "size"),
        keyword_coverage("found", "found"),
    ]
    tallies = most_missed(coverages)
    assert [(tally.keyword, tally.missed, tally.wanted) for tally in tallies] == [
        ("images", 2, 2),
        ("docker", 1, 3),
    ]
    assert isinstance(tallies[0], KeywordTally)
