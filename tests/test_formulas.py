"""The formulas that are typeset beforehand are those of the catalogue, as they are typeset now."""

import gzip
import json
import subprocess
import sys

import formulas
from PySide6.QtSvg import QSvgRenderer

from attention_gui.gui.typesetting import STORE, svg, typeset


def _stored() -> dict[str, str]:
    content = formulas.ROOT.joinpath("resources", *STORE).read_bytes()
    stored: dict[str, str] = json.loads(gzip.decompress(content))
    return stored


def test_every_formula_of_the_catalogue_is_stored_as_it_is_typeset(qapp: object) -> None:
    stored = _stored()
    assert list(stored) == formulas.formulas(), "run tests/formulas.py"
    for tex, drawn in stored.items():
        assert drawn == typeset(tex), f"{tex}: run tests/formulas.py"


def test_a_formula_that_is_not_stored_is_typeset_alike(qapp: object) -> None:
    tex = r"S = R \cdot 0.12345"
    assert tex not in _stored()
    assert QSvgRenderer(svg(tex).encode()).isValid()
    assert svg(tex) == typeset(tex)


def test_a_usual_board_does_not_wait_for_the_typesetter() -> None:
    program = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from attention_gui.gui.app import create_window\n"
        "app = QApplication([])\n"
        "window = create_window('example:dogs-chase-cats')\n"
        "window.show()\n"
        "assert 'ziamath' not in sys.modules and 'pyqtgraph' not in sys.modules\n"
        "window.grab()\n"
        "window.findChild(object, 'layout.everything').trigger()\n"
        "window.grab()\n"
        "assert 'ziamath' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
