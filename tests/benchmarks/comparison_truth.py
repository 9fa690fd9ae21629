"""Whether the comparison's statistics keep their promises, over 1,000 trials of 200 pairs.

Run it from the clone's root: `python -m tests.benchmarks.comparison_truth`. It takes some minutes;
every trial is seeded, so that the same shares come out again.

1. The 95 % interval covers a planted difference, of pairs whose differences lean to one side.
   Wanted: 92 to 97 % of the trials.
2. Two configurations that are drawn alike are told apart, p <= 0.05. Wanted: at most 6.5 %.
3. Any of seven that are drawn like the baseline is told from it after Holm. Wanted: at most 5.5 %.
"""

from tests.comparison.planted import coverage, false_positives, family_errors

TRIALS, PAIRS, RESAMPLES, SEED = 1_000, 200, 9_999, 20_240_607


def main() -> None:
    """Print each share beside what is wanted of it."""
    setting = {"trials": TRIALS, "pairs": PAIRS, "resamples": RESAMPLES, "seed": SEED}
    print(f"{TRIALS} trials of {PAIRS} pairs, {RESAMPLES} resamples, seed {SEED}")
    print(f"covered             {coverage(**setting):.1%}  (wanted: 92 to 97 %)", flush=True)
    print(
        f"false positives     {false_positives(**setting):.1%}  (wanted: at most 6.5 %)", flush=True
    )
    print(f"after Holm, of 7    {family_errors(**setting):.1%}  (wanted: at most 5.5 %)")


if __name__ == "__main__":
    main()
