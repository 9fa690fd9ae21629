"""Who may import whom, read from the code itself; and what importing costs."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# From high to low. A module imports only from rows below its own, and from its own package; what is
# in two names of one row does not know of the other. A new module has to find its row.
LAYERS = (
    ("app", "scoring.__main__"),
    ("pages", "scoring.cli"),
    ("scoring.compare_command", "scoring.tune_command", "scoring.fit_command"),
    ("scoring.judge_options", "scoring.penalty_options"),
    ("scoring.progress",),
    ("scoring",),
    ("scoring.report", "scoring.comparison_report"),
    ("scoring.figures",),
    ("scoring.tables",),
    ("scoring.tuning", "scoring.labelled"),
    ("scoring.settings_export",),
    ("scoring.comparison", "scoring.calibration"),
    ("scoring.tallies",),
    ("scoring.evaluation",),
    ("scoring.scorer",),
    ("scoring.judging",),
    ("scoring.extraction", "scoring.store", "scoring.files"),
    ("scoring.checks",),
    ("scoring.judges", "scoring.formats"),
    ("scoring.formula", "scoring.repeats", "scoring.precision"),
    ("scoring.relevance", "scoring.keywords"),
    ("scoring.bands",),
    ("scoring.rounding", "scoring.model"),
    ("scoring.errors", "scoring.terminal"),
)
HEIGHTS = {name: -row for row, names in enumerate(LAYERS) for name in names}
HEAVY = (
    "streamlit",
    "litellm",
    "plotly",
    "nltk",
    "onnxruntime",
    "pandas",
    "scipy",
    "sqlalchemy",
)


def modules() -> dict[str, Path]:
    """Every module of the product: dotted name -> file."""
    found = {}
    files = [ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "scoring").rglob("*.py")]
    for path in files:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imports(module: str, source: str, *, package: bool = False) -> Iterator[str]:
    """The dotted names that a module imports anywhere in it, modules in preference to names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = parts[: len(parts) - node.level + package]
                base = ".".join([*kept, base] if base else kept)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base


def layer_of(module: str) -> str | None:
    """The name in `LAYERS` that a module belongs to."""
    if module in ("scoring", "app"):
        return module
    parts = module.split(".")
    name = parts[0] if parts[0] != "scoring" else ".".join(parts[:2])
    return name if name in HEIGHTS else None


def faults(module: str, source: str, *, package: bool = False) -> list[str]:
    """What a module imports and may not."""
    own = layer_of(module)
    assert own is not None, f"{module} has no row in LAYERS"
    wrong = []
    for imported in imports(module, source, package=package):
        if imported.split(".")[0] not in ("app", "pages", "scoring"):
            continue
        layer = layer_of(imported)
        if layer is None or (layer != own and HEIGHTS[layer] >= HEIGHTS[own]):
            wrong.append(imported)
    return wrong


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_lower_layers(module: str) -> None:
    path = MODULES[module]
    source = path.read_text(encoding="utf-8")
    assert faults(module, source, package=path.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("module", "source", "package"),
    [
        ("scoring.relevance", "import scoring.evaluation", False),
        ("scoring.relevance", "from scoring import evaluation", False),
        ("scoring.relevance", "from scoring import Case", False),
        ("scoring.relevance", "from . import evaluation", False),
        ("scoring.relevance", "from .keywords import keyword_coverage", False),
        ("scoring.relevance", "def later():\n    from scoring.keywords import terms", False),
        ("scoring.formats.native", "from ..judges import protocol", False),
        ("scoring.formats", "from ..judges import protocol", True),
        ("scoring.evaluation", "import pages.score", False),
        ("scoring.evaluation", "import app", False),
        ("scoring.model", "import scoring.somewhere_new", False),
    ],
)
def test_the_rule_sees_every_way_to_import_upwards(module: str, source: str, package: bool) -> None:
    assert len(faults(module, source, package=package)) == 1


@pytest.mark.parametrize(
    ("module", "source", "package"),
    [
        ("scoring.relevance", "from .model import Case", False),
        ("scoring.formats.native", "from . import cases", False),
        ("scoring.formats.native", "from .cases import case_from_json", False),
        ("scoring.formats", "from .cases import case_from_json", True),
        ("pages.score", "from scoring import evaluate\nimport streamlit", False),
    ],
)
def test_the_rule_lets_imports_downwards_and_within_a_package_pass(
    module: str, source: str, package: bool
) -> None:
    assert faults(module, source, package=package) == []


def roots(module: str) -> set[str]:
    """The top-level names that a module imports, inside functions too."""
    source = MODULES[module].read_text(encoding="utf-8")
    return {name.split(".")[0] for name in imports(module, source)}


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) != "pages"])
def test_streamlit_and_plotly_stay_in_their_places(module: str) -> None:
    if module != "app":
        assert "streamlit" not in roots(module)
        if layer_of(module) not in ("scoring.figures", "scoring.report"):
            assert "plotly" not in roots(module)


def imported_by(statement: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_the_library_loads_nothing_heavy() -> None:
    loaded = imported_by("import scoring\nassert scoring.evaluate")
    assert "jmespath" in loaded
    assert loaded & {*HEAVY, "numpy"} == set()


def test_importing_every_module_but_figures_and_store_loads_nothing_heavy() -> None:
    needed = ("scoring.figures", "scoring.report", "scoring.store", "scoring.__main__")
    names = [
        name for name in MODULES if name.startswith("scoring.") and layer_of(name) not in needed
    ]
    loaded = imported_by(f"import {', '.join(names)}")
    assert loaded & set(HEAVY) == set()


def test_everything_in_the_librarys_list_of_names_is_there() -> None:
    imported_by("from scoring import *")
