"""`python -m scoring` is the command line."""

import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line.

    Returns:
        The exit status: that of `scoring.cli.main`. Ctrl-C gives 130 from here on already, while
        the program is still being loaded.
    """
    try:
        from scoring.cli import main as command_line

        return command_line()
    except KeyboardInterrupt:
        sys.stderr.write("scorescope: interrupted\n")
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
