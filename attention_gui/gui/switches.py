"""What the menus and the tool bar switch: inputs, masks, heads, scale."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.menus import Menus
from attention_gui.gui.store import Store
from attention_gui.gui.words import Say
from attention_gui.quantities import Axis
from attention_gui.scenario.edits import (
    AddBias,
    AddFeature,
    AddOutputProjection,
    AddToken,
    ClearBlocked,
    Edit,
    RemoveBias,
    RemoveFeature,
    RemoveOutputProjection,
    RemoveToken,
    SetAlignment,
    SetCausal,
    SetEmptyRows,
    SetKind,
    SetScale,
    SetWindow,
    ToDirect,
    ToggleBlocked,
    ToProjected,
    projection_keeps_numbers,
)
from attention_gui.scenario.mask_sheet import is_aligned
from attention_gui.scenario.names import scaling
from attention_gui.scenario.numbers import edit_text, parse
from attention_gui.scenario.scenario import Scenario

__all__ = ["Switches"]

Dispatch = Callable[[Edit], object]
Refuse = Callable[[AttentionError], None]

_FEATURES = (
    Axis.KEY_FEATURE,
    Axis.VALUE_FEATURE,
    Axis.INPUT_FEATURE,
    Axis.SOURCE_FEATURE,
    Axis.OUTPUT_FEATURE,
)


class Switches(QObject):
    """Turns menu entries into edits, and shows in the menus what holds.

    Parameters
    ----------
    store : Store
    dispatch : callable
        Applies an edit, and tells of a refusal.
    refuse : callable
        Tells of a refusal.
    say : callable
        Tells what was done.
    window : QWidget
        Parent of the dialogs.
    """

    def __init__(
        self, store: Store, dispatch: Dispatch, refuse: Refuse, say: Say, window: QWidget
    ) -> None:
        super().__init__(window)
        self._say = say
        self._alone = False
        self._store = store
        self._dispatch = dispatch
        self._refuse = refuse
        self._last_scale: str | float = "inverse_sqrt_dk"
        self._window = window

    @property
    def _scenario(self) -> Scenario:
        return self._store.snapshot.scenario

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what the entries of the menus do, by their names."""
        edits: dict[str, Callable[[], Edit]] = {
            "inputs.direct": ToDirect,
            "inputs.projected": ToProjected,
            "inputs.picked": partial(ToProjected, keep_numbers=True),
            "kind.self": partial(SetKind, "self"),
            "kind.cross": partial(SetKind, "cross"),
            "bias": lambda: AddBias() if self._scenario.bias is None else RemoveBias(),
            "head-bias": partial(AddBias, per_head=True),
            "w-output": self._output_projection,
            "causal": lambda: SetCausal(not self._scenario.causal),
            "alignment.top_left": partial(SetAlignment, "top_left"),
            "alignment.bottom_right": partial(SetAlignment, "bottom_right"),
            "clear-blocked": ClearBlocked,
            "scale": self._scale,
            "empty-rows.zero": partial(SetEmptyRows, "zero"),
            "empty-rows.nan": partial(SetEmptyRows, "nan"),
            "empty-rows.uniform": partial(SetEmptyRows, "uniform"),
            "add-key": lambda: AddToken(self._scenario.sizes[Axis.QUERY]),
            "remove-key": self._remove_token,
        }
        for axis in _FEATURES:
            name = axis.value.replace("_", "-")
            edits[f"add-{name}"] = partial(self._add_feature, axis)
            edits[f"remove-{name}"] = partial(self._remove_feature, axis)
        run: dict[str, Callable[[], object]] = {
            name: partial(self._apply, edit) for name, edit in edits.items()
        }
        return {
            **run,
            "window": self._ask_window,
            "scale-by": self._ask_scale,
            "block-alone": self._toggle_alone,
        }

    def _apply(self, make: Callable[[], Edit]) -> None:
        edit, scenario = make(), self._scenario
        self._dispatch(edit)
        if isinstance(edit, ToProjected) and self._scenario is not scenario:
            # K and V may have become Q.
            self._say(partial(edit.text, scenario, words.translate))

    def show(self, menus: Menus) -> None:
        """Check in the menus what holds, and offer what can be done."""
        scenario = self._scenario
        checked = {
            "causal": scenario.causal,
            "scale": scenario.scale != "none",
            "bias": scenario.bias is not None,
            "w-output": scenario.has_output_projection,
            f"empty-rows.{scenario.empty_rows}": True,
            f"alignment.{scenario.alignment}": True,
            f"kind.{scenario.kind}": True,
            "inputs.projected" if scenario.is_projected else "inputs.direct": True,
            "block-alone": self._blocks_alone,
        }
        for name, is_checked in checked.items():
            menus[name].setChecked(is_checked)
        enabled = {
            "clear-blocked": scenario.blocked is not None,
            "block-alone": self._has_pages,
            "head-bias": scenario.heads > 1 and (scenario.bias is None or scenario.bias.ndim == 2),
            **{f"{verb}-input-feature": scenario.is_projected for verb in ("add", "remove")},
            **{
                f"{verb}-source-feature": scenario.source_inputs is not None
                for verb in ("add", "remove")
            },
            **{
                f"{verb}-output-feature": scenario.has_output_projection
                for verb in ("add", "remove")
            },
        }
        for name, is_enabled in enabled.items():
            menus[name].setEnabled(is_enabled)
        factor, _ = scaling(scenario, self._store.snapshot.numbers)
        menus["scale"].setText(menus.texts.scale(factor))
        alignment = scenario.alignment if is_aligned(scenario) else ""
        menus["causal"].setText(menus.texts.causal(alignment))

    def show_numbers(self, menus: Menus) -> None:
        """Offer what depends on the numbers in the matrices."""
        menus["inputs.picked"].setEnabled(not projection_keeps_numbers(self._scenario))

    def act(self, quantity_id: str, index: tuple[int, ...]) -> None:
        """Block a cell of the masked scores, or allow it again."""
        if quantity_id == "masked_scores":
            batch, head, query, key = index
            # A mask that differs between heads is changed cell by cell even while it does not.
            self._alone = self._blocks_alone
            self._dispatch(ToggleBlocked(batch, head, query, key, alone=self._alone))

    @property
    def _has_pages(self) -> bool:
        """Whether there is more than one head or sequence to block a cell in."""
        sizes = self._scenario.sizes
        return sizes[Axis.BATCH] * sizes[Axis.HEAD] > 1

    @property
    def _blocks_alone(self) -> bool:
        """Whether a cell is blocked in the shown head and sequence alone.

        So it is when that was chosen, and once the mask differs between them.
        """
        blocked = self._scenario.blocked
        differs = blocked is not None and blocked.ndim == 4 and (blocked != blocked[:1, :1]).any()
        return self._has_pages and (self._alone or bool(differs))

    def _toggle_alone(self) -> None:
        self._alone = not self._alone

    def _output_projection(self) -> Edit:
        has_one = self._scenario.has_output_projection
        return RemoveOutputProjection() if has_one else AddOutputProjection()

    def _scale(self) -> Edit:
        """Switch the scale off, or back to what it was."""
        if self._scenario.scale == "none":
            return SetScale(self._last_scale)
        self._last_scale = self._scenario.scale
        return SetScale("none")

    def _remove_token(self) -> Edit:
        """Remove the selected token, or the last one if none is selected."""
        selected = self._store.snapshot.selection.axes
        last = self._scenario.sizes[Axis.QUERY] - 1
        if self._scenario.is_cross and Axis.QUERY not in selected and Axis.KEY in selected:
            return RemoveToken(selected[Axis.KEY], source=True)
        order = (Axis.QUERY,) if self._scenario.is_cross else (Axis.KEY, Axis.QUERY, Axis.TOKEN)
        return RemoveToken(next((selected[axis] for axis in order if axis in selected), last))

    def _add_feature(self, axis: Axis) -> Edit:
        return AddFeature(axis, self._scenario.sizes[axis])

    def _remove_feature(self, axis: Axis) -> Edit:
        """Remove the selected column of every head, or the last one if none is selected."""
        selected = self._store.snapshot.selection.axes
        return RemoveFeature(axis, selected.get(axis, self._scenario.sizes[axis] - 1))

    def _ask_window(self) -> None:
        """Ask how far a query reads; 0 is as far as there are keys."""
        scenario = self._scenario
        width, accepted = QInputDialog.getInt(
            self._window,
            self.tr("Sliding window"),
            self.tr("Keys that a query reads on each side, itself included (0: all)"),
            scenario.window or 0,
            0,
        )
        if accepted:
            self._dispatch(SetWindow(width or None))

    def _ask_scale(self) -> None:
        """Ask what multiplies the raw scores."""
        scenario = self._scenario
        text, accepted = QInputDialog.getText(
            self._window,
            self.tr("Scale"),
            self.tr("What multiplies the raw scores (more than 0)"),
            text=edit_text(scenario.problem.scale_factor, self._store.snapshot.numbers.decimal),
        )
        if accepted:
            self._dispatch_scale(text)

    def _dispatch_scale(self, text: str) -> None:
        try:
            number = parse(text)
        except AttentionError as error:
            self._refuse(error)
            return
        self._dispatch(SetScale(number))
