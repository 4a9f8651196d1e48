"""Bring the translations up to date with the sources: `python tests/translations.py`.

Texts that have no translation yet are left unfinished in resources/translations/*.ts; write
them there and run this once more. What is compiled, the .qm files, is what the program reads.
"""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import PySide6

from attention_gui.engine import BlockReason
from attention_gui.gui.words import CATALOGUE_CONTEXT
from attention_gui.quantities import Form
from attention_gui.summaries import MASK, all_quantities
from attention_gui.wording import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"

_FLAGS = tuple(Form.__dataclass_fields__)


def main() -> None:
    """Update and compile every translation."""
    for code in LANGUAGES:
        if code != ENGLISH:
            update(ts_file(code))
            compile_to(ts_file(code).with_suffix(".qm"), ts_file(code))


def ts_file(code: str) -> Path:
    """Return the file that translations into a language are written in."""
    return FOLDER / f"attention_gui_{code}.ts"


def update(ts: Path) -> None:
    """Add to a .ts file what the sources say, and drop from it what they no longer say."""
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "catalogue.py")
        lines = (
            f'QT_TRANSLATE_NOOP("{CATALOGUE_CONTEXT}", "{text}")\n'
            for text in (*names_shown(), *operations_shown())
        )
        names.write_text("".join(lines), encoding="utf-8")
        sources = sorted((ROOT / "attention_gui").rglob("*.py"))
        _run(
            "lupdate", *sources, names, "-locations", "none", "-no-obsolete", "-no-ui-lines",
            "-source-language", ENGLISH, "-target-language", ts.stem.rpartition("_")[2],
            "-ts", ts,
        )  # fmt: skip


def compile_to(qm: Path, ts: Path) -> None:
    """Write the .qm file of a .ts file."""
    _run("lrelease", ts, "-qm", qm)


def operations_shown() -> list[str]:
    """Return the operations that arrows name; most are signs, the same in every language."""
    forms = (Form(*flags) for flags in product((False, True), repeat=len(_FLAGS)))
    rows = (row for form in forms for row in all_quantities(form).values())
    return sorted({row.operation for row in rows if row.operation})


def names_shown() -> list[str]:
    """Return the words that the window takes from modules without Qt as they are."""
    forms = (Form(*flags) for flags in product((False, True), repeat=len(_FLAGS)))
    names = {row.name for form in forms for row in all_quantities(form).values()}
    reasons = {str(reason.name).lower() for reason in BlockReason}
    return sorted({*names, MASK.name, *reasons})


def messages(ts: Path) -> Iterator[tuple[str, str, str, bool]]:
    """Yield context, source, translation, and whether that is finished, of every message."""
    for context in ET.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            yield (
                context.findtext("name", ""),
                message.findtext("source", ""),
                "".join(translation.itertext()),
                translation.get("type") is None,
            )


def _run(tool: str, *arguments: str | Path) -> None:
    """Run a tool that comes with PySide6, which may not be on the path."""
    (package,) = PySide6.__path__
    program = next(Path(package).glob(f"{tool}*"))
    run = subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if run.returncode != 0:
        sys.exit(f"{tool}: {run.stderr or run.stdout}")


if __name__ == "__main__":
    main()
