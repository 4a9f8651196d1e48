"""The panel of one quantity: its sheet in a card."""

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from attention_gui.gui import words
from attention_gui.gui.color_scale import limit_characters
from attention_gui.gui.editing import Editing
from attention_gui.gui.matrix_model import SheetModel
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.card import Card
from attention_gui.gui.store import Snapshot
from attention_gui.gui.title_line import TitleLine
from attention_gui.quantities import Axis
from attention_gui.scenario.names import scaling, shortened
from attention_gui.scenario.relations import relations
from attention_gui.scenario.sheet import Outline, Sheet
from attention_gui.scenario.sheets import quantity_outline, quantity_sheet, renumbered

__all__ = ["MatrixPanel", "QuantityPanel"]


class MatrixPanel(Card):
    """Shows one quantity of the catalogue.

    Attributes
    ----------
    picked : Signal(str, tuple)
        Quantity id and array index of the cell that the user moved to.
    acted : Signal(str, tuple)
        The same of a cell that the user double-clicked or pressed Space on.
    pointed : Signal(object)
        The same, as a pair, of the cell under the mouse, or None.
    wanted : Signal()
        Somebody asks for a number of a panel that waits: who hears it has it show a snapshot.

    Parameters
    ----------
    quantity_id : str
    editing : Editing, optional
        Takes what is typed; without it the panel is read-only.
    view_type : type
        What shows the cells.
    """

    picked = Signal(str, tuple)
    acted = Signal(str, tuple)
    pointed = Signal(object)
    wanted = Signal()

    def __init__(
        self,
        quantity_id: str,
        editing: Editing | None = None,
        parent: QWidget | None = None,
        view_type: type[MatrixView] = MatrixView,
    ) -> None:
        super().__init__(view_type(SheetModel(editing)), parent)
        self.view.sheet_model.setParent(self.view)
        self.quantity_id = quantity_id
        self.setObjectName(f"panel.{quantity_id}")
        self.view.setObjectName(f"matrix.{quantity_id}")
        self.view.picked.connect(lambda row, column: self._tell(self.picked, row, column))
        self.view.hovered.connect(self._point)
        self.view.acted.connect(lambda row, column: self._tell(self.acted, row, column))
        self.view.sheet_model.wanted.connect(self.wanted)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the snapshot says of this quantity."""
        self._show(self._sheet(snapshot), snapshot)

    def wait(self, snapshot: Snapshot) -> None:
        """Show what the snapshot says, but the numbers only when somebody asks for one."""
        outline = self.outline_of(snapshot)
        self.forget_lengths()
        self.view.set_outline(outline, snapshot.numbers)
        self._set_texts(snapshot, outline)
        self._mark(snapshot)

    def wait_for_numbers(self) -> None:
        """Wait for a snapshot that differs in numbers alone from the one shown."""
        self.view.set_outline(self.outline, self.numbers)

    def _show(self, sheet: Sheet, snapshot: Snapshot) -> None:
        self._show_sheet(sheet, snapshot)
        self._set_texts(snapshot, sheet, sheet)
        self._mark(snapshot)

    def _mark(self, snapshot: Snapshot) -> None:
        selection = snapshot.selection
        self.view.set_selection(selection, relations(snapshot.scenario.form, selection.quantity))

    def renumbered(self, snapshot: Snapshot) -> Sheet:
        """Return the sheet of a snapshot that differs in numbers alone from the one shown.

        The sheet that is shown where none of its numbers differs.
        """
        return self._sheet(snapshot)

    def renumber(self, sheet: Sheet, snapshot: Snapshot) -> bool:
        """Show what `renumbered` has returned.

        Returns
        -------
        bool
            Whether the panel may need another size.
        """
        if sheet is self.sheet:
            return False
        before = self.layout_key()
        self._show(sheet, snapshot)
        return self.layout_key() != before

    def _show_sheet(self, sheet: Sheet, snapshot: Snapshot) -> None:
        model = self.view.sheet_model
        before = None if model.is_waiting else (self.sheet.limits, self.numbers)
        self.view.set_sheet(sheet, snapshot.numbers)
        if (sheet.limits, snapshot.numbers) != before:
            self.update(self.bottom_line())

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return quantity_sheet(
            self.quantity_id, snapshot.scenario, snapshot.result, snapshot.selection
        )

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the sheet that a snapshot has for this panel."""
        return quantity_outline(self.quantity_id, snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say what the matrix is; what follows from its numbers only with its sheet."""
        quantity, name = outline.quantity, words.name(outline.quantity)
        self.view.setAccessibleName(name)
        place, brief = self._cut_names(snapshot, outline)
        if quantity.reads and not quantity.formula:  # without its name nobody knows what it is
            name, place, brief = "", f"{name} {place}".rstrip(), ""
        _, tex = scaling(snapshot.scenario, snapshot.numbers)
        formula = words.formula(quantity, tex)
        title = TitleLine(formula, name, place, outline.caption, brief=brief)
        self.set_title(title, self._empty_rows(sheet))

    def _cut_names(self, snapshot: Snapshot, outline: Outline) -> tuple[str, str]:
        """Return the query and head that the sheet is a cut through: after a name, and alone."""
        query, head, fixed = ("", ""), "", outline.fixed
        if Axis.QUERY in fixed:
            label = shortened(snapshot.scenario.labels[fixed[Axis.QUERY]], 12)
            query = self.tr("of “{0}”").format(label), self.tr("“{0}”").format(label)
        if Axis.HEAD in fixed and snapshot.scenario.heads > 1:
            head = self.tr("(head {0})").format(fixed[Axis.HEAD])
        after_name, alone = (f"{which} {head}".strip() for which in query)
        return after_name, alone

    def _empty_rows(self, sheet: Sheet | None) -> str:
        """Return a warning that names the queries with no allowed key."""
        if sheet is None or sheet.reasons is None or Axis.QUERY not in sheet.rows.axes:
            return ""
        empty = (sheet.reasons != 0).all(axis=1)
        labels = [label for label, is_empty in zip(sheet.rows.labels, empty, strict=True)
                  if is_empty]  # fmt: skip
        return self.tr("no allowed key: {0}").format(", ".join(labels)) if labels else ""

    def _point(self, place: tuple[int, int] | None) -> None:
        self.pointed.emit(None if place is None else self.outline.cell(*place))

    def _tell(self, signal: SignalInstance, row: int, column: int) -> None:
        signal.emit(*self.outline.cell(row, column))


class QuantityPanel(MatrixPanel):
    """Shows a page of one quantity as it is; what stands around it tells of no number."""

    def renumbered(self, snapshot: Snapshot) -> Sheet:
        """Return the sheet with other numbers."""
        return renumbered(self.sheet, snapshot.scenario, snapshot.result, snapshot.selection)

    def renumber(self, sheet: Sheet, snapshot: Snapshot) -> bool:
        """Put other numbers into the cells; of longer ones the panel needs another size."""
        model, before = self.view.sheet_model, self.sheet
        if sheet is before:
            return False
        n_characters = model.n_characters
        self._show_sheet(sheet, snapshot)
        lengths = (limit_characters(of.limits, self.numbers) for of in (before, sheet))
        has_other_legend = sheet.limits != before.limits and len(set(lengths)) > 1
        return has_other_legend or model.n_characters != n_characters
