"""Bring the translations up to date with the sources: `python tests/translations.py`.

Texts that have no translation yet are left unfinished in resources/translations/*.ts; write
them there and run this once more. What is compiled, the .qm files, is what the program reads.
"""

import ast
import json
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
from attention_gui.phrases import REFUSAL
from attention_gui.quantities import Form
from attention_gui.summaries import MASK, all_quantities
from attention_gui.wording import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "attention_gui"
FOLDER = ROOT / "resources" / "translations"

BEFORE_THE_WINDOW = ("arguments.py", "cli.py", "gui/preflight.py")
"""Where what is refused is said on the command line alone, in English."""

OF_QT = {"QFileDialog": ("&Look in:", "Files of &type:")}
"""Texts of Qt's own dialogs that its translations lack, by their contexts."""

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
        contexts = {
            CATALOGUE_CONTEXT: (*names_shown(), *operations_shown()),
            REFUSAL: refusals(),
            **OF_QT,
        }
        lines = (
            f"QT_TRANSLATE_NOOP({json.dumps(context)}, {json.dumps(text, ensure_ascii=False)})\n"
            for context, texts in contexts.items()
            for text in texts
        )
        names.write_text("".join(lines), encoding="utf-8")
        _run(
            "lupdate", *sources(), names, "-locations", "none", "-no-obsolete", "-no-ui-lines",
            "-source-language", ENGLISH, "-target-language", ts.stem.rpartition("_")[2],
            "-ts", ts,
        )  # fmt: skip


def sources() -> list[Path]:
    """Return the program's sources."""
    return sorted(PACKAGE.rglob("*.py"))


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


def refusals() -> list[str]:
    """Return the templates of refusals and of the phrases in them."""
    found = set()
    for path in sources():
        if path.relative_to(PACKAGE).as_posix() not in BEFORE_THE_WINDOW:
            found |= {text for text in templates(path) if text is not None}
    return sorted(found)


def templates(path: Path) -> Iterator[str | None]:
    """Yield the template of every refusal and phrase of a source; None if it is no literal."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if any(keyword.arg == "context" for keyword in node.keywords):
            continue  # it is collected in that context
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        place = {"AttentionError": 1, "Phrase": 0}.get(name)
        if place is not None:
            template = node.args[place] if place < len(node.args) else None
            text = template.value if isinstance(template, ast.Constant) else None
            yield text if isinstance(text, str) else None


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
