"""What importing the library costs beside starting Python itself.

Run it from the clone's root: `python -m tests.benchmarks.importing`. Wanted: under 0.3 s more.
"""

import subprocess
import sys
import time

REPEATS = 9


def seconds(statement: str) -> float:
    """The best of several fresh processes, which is what they take when nothing disturbs them."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    bare = seconds("pass")
    library = seconds("import scoring")
    print(f"python {bare:.3f} s, import scoring {library:.3f} s: {library - bare:.3f} s more")


if __name__ == "__main__":
    main()
