"""Annotations as Phoenix writes them: `[{name, annotator_kind, label, score, explanation}]`."""

from collections.abc import Mapping

from scoring.model import JsonValue


def grades_of(annotations: JsonValue) -> dict[str, JsonValue]:
    """Name -> score, or the label where there is no score."""
    grades: dict[str, JsonValue] = {}
    for annotation in annotations if isinstance(annotations, list) else ():
        if isinstance(annotation, Mapping) and isinstance(annotation.get("name"), str):
            score = annotation.get("score")
            grade = annotation.get("label") if score is None else score
            if grade is not None:
                grades[str(annotation["name"])] = grade
    return grades
