"""A process that is killed loses what was under way, and nothing else."""

from pathlib import Path

from tests.judging.killing import killed_and_resumed


def test_killed_three_times_a_run_ends_as_if_nobody_had_killed_it(tmp_path: Path) -> None:
    aftermath = killed_and_resumed(tmp_path, kills=3, case_count=160, concurrency=8, seed=4)
    assert aftermath.killed == 3
    assert len(aftermath.undisturbed) == 160
    assert aftermath.resumed == aftermath.undisturbed
    assert aftermath.extra_calls <= 3 * 8
    assert aftermath.intact == "ok"
