"""`python -m scoring` is the command line."""

import sys

from scoring.cli import main

sys.exit(main())
