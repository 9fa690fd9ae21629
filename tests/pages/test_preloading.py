"""A page waits for the imports that began before it."""

import subprocess
import sys

SCRIPT = """
import sys
from pages.shared import preloading
preloading.wait()
assert "pages.shared.case_view" not in sys.modules
preloading.begin()
preloading.wait()
assert sys.modules["pages.shared.case_view"].render
"""


def test_what_the_first_page_needs_is_whole_before_a_page_goes_on() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=120)
