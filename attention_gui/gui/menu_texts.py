"""What the menus say, in the language that the application speaks."""

from PySide6.QtCore import QObject

from attention_gui.gui import words
from attention_gui.gui.theme import SYSTEM
from attention_gui.scenario import examples
from attention_gui.scenario.numbers import DecimalSign
from attention_gui.wording import LANGUAGES

__all__ = ["MenuTexts"]


class MenuTexts(QObject):
    """The texts of menus and actions, by their names."""

    def of_actions(self) -> dict[str, str]:
        """Return the text of every action but undo and redo, by the action's name."""
        return {
            **self._file_texts(),
            **self._edit_texts(),
            **self._range_texts(),
            **self._attention_texts(),
            **self._view_texts(),
            **self._tool_texts(),
        }

    def hints(self) -> dict[str, str]:
        """Return the tool tips that say more than the text, by the action's name."""
        return {
            "causal": self.tr("Block the keys after the query"),
            "scale": self.tr("Divide the raw scores by the root of a head's width"),
        }

    def undo(self, step: str) -> str:
        """Return the text of undo; `step` is what would be undone, or empty."""
        return self.tr("&Undo {0}").format(_shown(step)) if step else self.tr("&Undo")

    def redo(self, step: str) -> str:
        """Return the text of redo; `step` is what would be done again, or empty."""
        return self.tr("&Redo {0}").format(_shown(step)) if step else self.tr("&Redo")

    def scale(self, factor: str) -> str:
        """Return what stands on the toggle of the scale."""
        return self.tr("Scale {0}").format(factor).rstrip()

    def causal(self, alignment: str) -> str:
        """Return what stands on the toggle of the causal mask.

        Parameters
        ----------
        alignment : str
            "" where there are as many queries as keys.
        """
        texts = {
            "top_left": self.tr("Causal, from the first key"),
            "bottom_right": self.tr("Causal, to the last key"),
        }
        return texts.get(alignment, self.tr("Causal"))

    def of_menus(self) -> dict[str, str]:
        """Return the title of every menu, by the menu's name."""
        return {
            "file": self.tr("&File"),
            "examples": self.tr("&Examples"),
            "export": self.tr("E&xport"),
            "edit": self.tr("&Edit"),
            "range": self.tr("&Range"),
            "round": self.tr("Round to"),
            "decimal": self.tr("Typed decimal sign"),
            "numbers": self.tr("Numbers"),
            "attention": self.tr("&Attention"),
            "alignment": self.tr("Causal with m ≠ n starts at"),
            "empty-rows": self.tr("A row with no allowed key yields"),
            "view": self.tr("&View"),
            "theme": self.tr("&Theme"),
            "language": self.tr("&Language"),
            "layout": self.tr("L&ayout"),
            "hidden": self.tr("Hidden panels"),
            "tools": self.tr("&Tools"),
            "help": self.tr("&Help"),
        }

    def _file_texts(self) -> dict[str, str]:
        titles = {
            f"example.{name}": _shown(words.title(examples.load(name))) for name in examples.names()
        }
        return {
            "open": self.tr("&Open…"),
            **titles,
            "save": self.tr("&Save"),
            "save-as": self.tr("Save &as…"),
            "export-panel": self.tr("Selected panel…"),
            "export-all.png": self.tr("All panels as PNG…"),
            "export-all.svg": self.tr("All panels as SVG…"),
            "export-all.pdf": self.tr("All panels as PDF…"),
            "quit": self.tr("&Quit"),
        }

    def _edit_texts(self) -> dict[str, str]:
        return {
            "add-key": self.tr("Add a token"),
            "remove-key": self.tr("Remove the selected token"),
            "add-key-feature": self.tr("Add a column to Q and K"),
            "remove-key-feature": self.tr("Remove the selected column of Q and K"),
            "add-value-feature": self.tr("Add a column to V"),
            "remove-value-feature": self.tr("Remove the selected column of V"),
            "add-input-feature": self.tr("Add a column to X"),
            "remove-input-feature": self.tr("Remove the selected column of X"),
            "add-source-feature": self.tr("Add a column to the source's X"),
            "remove-source-feature": self.tr("Remove the selected column of the source's X"),
            "add-output-feature": self.tr("Add a column to the output"),
            "remove-output-feature": self.tr("Remove the selected column of the output"),
        }

    def _range_texts(self) -> dict[str, str]:
        return {
            "cut": self.tr("Cu&t"),
            "copy": self.tr("&Copy"),
            "paste": self.tr("&Paste"),
            "clear": self.tr("Set to 0"),
            "select-all": self.tr("Select the whole matrix"),
            "fill": self.tr("Fill with the current number"),
            "random": self.tr("Randomise"),
            "random-seed": self.tr("Randomise with a seed…"),
            "round.0": self.tr("whole numbers"),
            "round.1": self.tr("1 decimal"),
            "round.2": self.tr("2 decimals"),
            "round.3": self.tr("3 decimals"),
            "transpose": self.tr("Transpose"),
            "identity": self.tr("Identity matrix"),
            "digits-more": self.tr("More digits"),
            "digits-fewer": self.tr("Fewer digits"),
            f"shown.{DecimalSign.POINT}": self.tr("Decimal point: 0.5"),
            f"shown.{DecimalSign.COMMA}": self.tr("Decimal comma: 0,5"),
            f"decimal.{DecimalSign.EITHER}": self.tr("Comma or point"),
            f"decimal.{DecimalSign.POINT}": self.tr("Point only"),
            f"decimal.{DecimalSign.COMMA}": self.tr("Comma only"),
        }

    def _attention_texts(self) -> dict[str, str]:
        return {
            "inputs.direct": self.tr("Type in Q, K and V"),
            "inputs.projected": self.tr("Compute them from X = Q with W = identity"),
            "inputs.picked": self.tr("Compute them from X with the same numbers"),
            "kind.self": self.tr("Self-attention"),
            "kind.cross": self.tr("Cross-attention"),
            "bias": self.tr("Bias on the scores"),
            "head-bias": self.tr("A bias for every head"),
            "w-output": self.tr("Output projection"),
            "causal": self.tr("Causal"),
            "alignment.top_left": self.tr("the first key"),
            "alignment.bottom_right": self.tr("the last key"),
            "window": self.tr("Sliding window…"),
            "block-alone": self.tr("Block single cells in the shown head only"),
            "clear-blocked": self.tr("Allow all single cells"),
            "scale": self.scale(""),
            "scale-by": self.tr("Scale by a number…"),
            "empty-rows.zero": self.tr("zeros"),
            "empty-rows.nan": self.tr("NaN (0/0)"),
            "empty-rows.uniform": self.tr("equal weights"),
        }

    def _view_texts(self) -> dict[str, str]:
        return {
            f"theme.{SYSTEM}": self.tr("As the system"),
            "theme.light": self.tr("Light"),
            "theme.dark": self.tr("Dark"),
            "theme.print": self.tr("Print"),
            **{f"language.{code}": name for code, name in LANGUAGES.items()},
            "zoom-in": self.tr("Larger"),
            "zoom-out": self.tr("Smaller"),
            "zoom-fit": self.tr("Fit the window"),
            "full-screen": self.tr("Full screen"),
            **self._layout_texts(),
            "part.heads": self.tr("Heads side by side"),
            "part.mask": self.tr("Mask panel"),
            "part.diagnostics": self.tr("Diagnostics"),
            "part.everything": self.tr("Every quantity"),
        }

    def _layout_texts(self) -> dict[str, str]:
        return {
            "layout.usual": self.tr("Usual"),
            "layout.forward": self.tr("Forward"),
            "layout.gradients": self.tr("Gradients"),
            "layout.heads": self.tr("Heads"),
            "layout.everything": self.tr("Everything"),
            "layout.lecture": self.tr("Lecture: four panels in large type"),
            "enlarge": self.tr("Enlarge this panel"),
            "hide-panel": self.tr("Hide this panel"),
            "panel-earlier": self.tr("Move this panel forward"),
            "panel-later": self.tr("Move this panel back"),
            "usual-order": self.tr("Panels in their usual order"),
            "show-panels": self.tr("Show all hidden panels"),
        }

    def _tool_texts(self) -> dict[str, str]:
        return {
            "keys": self.tr("&Keys"),
            "gradcheck": self.tr("&Gradient check…"),
            "study.scaling": self.tr("Why divide by √dₖ…"),
            "study.two-scores": self.tr("Two scores, scaled and unscaled…"),
            "study.order": self.tr("Swap two tokens…"),
            "study.cost": self.tr("Cost and memory…"),
        }


def _shown(text: str) -> str:
    """Return a text for a menu, where one ampersand would underline a letter."""
    return text.replace("&", "&&")
