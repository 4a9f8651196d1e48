"""Typeset the formulas of the catalogue anew: `python tests/formulas.py`.

To be run after a formula has changed; the tests fail until then.
"""

import gzip
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from attention_gui.catalogue import CATALOGUE
from attention_gui.gui import words
from attention_gui.gui.languages import set_language
from attention_gui.gui.panels.diagnostics import side_by_side
from attention_gui.gui.typesetting import STORE, typeset
from attention_gui.quantities import Form, Quantity
from attention_gui.scenario.names import divided_by_root, head_symbol
from attention_gui.scenario.summary_sheets import ROW_DIAGNOSTICS
from attention_gui.summaries import MASK, all_quantities
from attention_gui.wording import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent

_FLAGS = tuple(Form.__dataclass_fields__)
_WIDTHS = (1, 2, 3, 4, 5, 6, 8, 16, 32, 64)
"""Of keys: those that most scenarios have."""
_HEADS = range(8)


def main() -> None:
    """Write the file that the program reads."""
    content = json.dumps({tex: typeset(tex) for tex in formulas()}, indent=0)
    path = ROOT.joinpath("resources", *STORE)
    path.write_bytes(gzip.compress(content.encode(), mtime=0))


def formulas() -> list[str]:
    """Return the TeX of every formula that panels and explanations of usual scenarios have."""
    _app = QCoreApplication.instance() or QCoreApplication([])
    rows = all_quantities(Form())
    diagnostics = side_by_side(rows[quantity_id] for quantity_id in ROW_DIAGNOSTICS)
    found: dict[str, None] = {MASK.symbol: None, diagnostics: None}
    for code in LANGUAGES:
        set_language(code)
        for quantity in _quantities():
            for scaled in ("", *map(divided_by_root, _WIDTHS)):
                found[words.formula(quantity, scaled)] = None
                found[quantity.typeset_cell(scaled, words.translate)] = None
            found[quantity.symbol] = None
        for head in _HEADS:
            found[head_symbol(CATALOGUE["weights"], head)] = None
    set_language(ENGLISH)
    return [tex for tex in found if tex]


def _quantities() -> Iterator[Quantity]:
    for flags in product((False, True), repeat=len(_FLAGS)):
        yield from all_quantities(Form(*flags)).values()


if __name__ == "__main__":
    main()
