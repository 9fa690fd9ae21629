"""Kill -9 at random moments of a run: what it costs. `python -m tests.benchmarks.judging_kills`."""

import sys
import tempfile
from pathlib import Path

from tests.judging.killing import killed_and_resumed

KILLS = 20
CONCURRENCY = 8


def main() -> int:
    """Kill, resume, compare; the exit status is 0 where nothing was lost."""
    with tempfile.TemporaryDirectory() as folder:
        aftermath = killed_and_resumed(
            Path(folder), kills=KILLS, case_count=600, concurrency=CONCURRENCY, seed=1
        )
    equal = aftermath.resumed == aftermath.undisturbed
    print(f"killed while asking: {aftermath.killed} of {KILLS}")
    print(f"results equal to an undisturbed run's: {equal}, {len(aftermath.resumed)} cases")
    print(f"extra calls: {aftermath.extra_calls}, at most {aftermath.killed * CONCURRENCY}")
    print(f"the store's file: {aftermath.intact}")
    return 0 if equal and aftermath.extra_calls <= aftermath.killed * CONCURRENCY else 1


if __name__ == "__main__":
    sys.exit(main())
