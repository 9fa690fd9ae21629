"""Whether fits find known penalties again, and whether their ranges say how sure they are.

Run it from the clone's root: `python -m tests.benchmarks.calibration`. It takes a few minutes.

In each of 100 seeded trials, penalties are drawn, cases are scored with them, noise is added, and
the labels are fitted. Wanted of each identifiable penalty: inside its 95 % range in at least 89
trials (which 95 % coverage fails once in a hundred), and a median width under a quarter of what was
searched. People's scores are clipped to the scale and given in steps of 0.05, as people give them.

At the end, a fit to people: the embedded judge's levels and missing items of the MedQuAD questions
in `sample_data/configurations`, against the mean grade that people gave each question's passages.
There is nothing to reach there; the errors are reported as they are.
"""

import json
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from scoring.calibration import (
    SEARCHED,
    Calibration,
    Labels,
    Parameter,
    calibrate,
    pass_labels,
    score_labels,
)
from scoring.judges.embedded import EmbeddedJudge
from scoring.model import Case, Context, Penalties
from scoring.tallies import Tallies, case_scores
from scoring.tallies.dataset import FloatArray

TRIALS = 100
THRESHOLD = 0.6
MEDQUAD = Path(__file__).parents[2] / "sample_data" / "configurations" / "medquad.jsonl"
HIGHEST_GRADE = 3
PENALTIES = (Parameter.UNUSED_HIGH, Parameter.MISSING_ITEM, Parameter.MISSING_CAP)


def labelled_cases(cases: int, generator: np.random.Generator) -> Tallies:
    """Cases of 3 to 10 contexts, mostly good, with unused high contexts and missing items."""
    contexts = generator.integers(3, 11, cases)
    levels = generator.multinomial(contexts, generator.dirichlet((4.0, 1.5, 1.0, 1.0), cases))
    unused = np.minimum(generator.binomial(levels[:, 0], 0.3), 4)
    missing = np.minimum(generator.poisson(1.6, cases), 6)
    return Tallies.from_counts(np.column_stack([levels, unused, missing]))


def drawn_penalties(generator: np.random.Generator) -> Penalties:
    """Penalties about the documented presets, with a cap that binds from three items on."""
    unused, item = generator.uniform((0.05, 0.08), (0.2, 0.2))
    return Penalties(unused, item, item * generator.uniform(1.6, 2.8))


def noisy_scores(scores: FloatArray, noise: float, generator: np.random.Generator) -> FloatArray:
    """What people would give: near the score, on the scale, in steps of 0.05."""
    noisy = np.clip(scores + generator.normal(0.0, noise, len(scores)), 0.0, 1.0)
    return np.round(noisy * 20) / 20


def noisy_verdicts(
    scores: FloatArray, noise: float, generator: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """Whether people would pass each case, their bound being as blurred as the noise."""
    return scores + generator.normal(0.0, noise, len(scores)) >= THRESHOLD


def trial(kind: str, cases: int, noise: float, seed: int) -> tuple[Penalties, Calibration]:
    """Draw penalties and labels, and fit."""
    generator = np.random.default_rng(seed)
    tallies = labelled_cases(cases, generator)
    truth = drawn_penalties(generator)
    scores = case_scores(tallies, truth)
    labels: Labels
    if kind == "scores":
        labels = score_labels(tallies, noisy_scores(scores, noise, generator).tolist())
    else:
        labels = pass_labels(tallies, noisy_verdicts(scores, noise, generator).tolist())
    return truth, calibrate(tallies, labels, threshold=THRESHOLD, seed=seed)


def report(kind: str, cases: int, noise: float) -> None:
    """Run the trials of one kind and print what they come to."""
    start = time.perf_counter()
    trials = [trial(kind, cases, noise, seed) for seed in range(TRIALS)]
    took = (time.perf_counter() - start) / TRIALS
    print(f"{kind}, {cases} labels, noise {noise:g}, {took:.2f} s a fit:")
    for parameter in PENALTIES:
        found = [
            (getattr(truth, parameter.value), calibration.parameter(parameter))
            for truth, calibration in trials
        ]
        identified = [(true, fitted) for true, fitted in found if fitted.identified]
        inside = sum(fitted.low <= true <= fitted.high for true, fitted in found)
        sure = sum(fitted.low <= true <= fitted.high for true, fitted in identified)
        low, high = SEARCHED[parameter]
        widths = [fitted.width / (high - low) for _, fitted in identified]
        print(
            f"  {parameter}: inside its range in {inside} of {TRIALS}; identified in "
            f"{len(identified)}, inside in {sure} of those (wanted: at least 89 %), median width "
            f"{np.median(widths) if widths else float('nan'):.3f} of what was searched "
            "(wanted: under 0.25)"
        )


def report_people() -> None:
    """Fit to what people said of real passages, and print how well that predicts others."""
    judge = EmbeddedJudge()
    judgements, labels = [], []
    for line in MEDQUAD.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        contexts = tuple(Context(passage["text"]) for passage in question["passages"])
        # Nobody answered these questions. A response of all passages uses all of them.
        response = " ".join(context.text for context in contexts)
        judgements.append(judge.judge(Case(question["id"], question["query"], contexts, response)))
        labels.append(float(np.mean(question["grades"])) / HIGHEST_GRADE)
    tallies = Tallies.from_judgements(judgements)
    for fit_weights in (False, True):
        found = calibrate(tallies, score_labels(tallies, labels), fit_weights=fit_weights)
        print(f"people's grades, {found.labelled} labels, weights fitted: {fit_weights}")
        for error in found.errors:
            print(
                f"  {error.measure}: before {error.before:.3f}, after {error.after:.3f}, "
                f"held out {error.held_out:.3f}, by the mean label {error.constant:.3f}"
            )
        for each in found.parameters:
            print(
                f"  {each.parameter}: {each.value:.3f} ({each.low:.3f} to {each.high:.3f}) "
                f"{each.note}"
            )
        print(f"  with twice the labels: {found.learning.error_at(2 * found.labelled):.3f}")


if __name__ == "__main__":
    report_people()
    report("scores", 200, 0.08)
    report("scores", 60, 0.12)
    report("verdicts", 400, 0.08)
