"""What the View menu does to the board: presets, parts, single panels; and how it is kept.

An arrangement is no edit: it is no undo step, no step back changes it, and it leaves a file as
saved as it was. It is written into the scenario's view the next time that the file is saved,
if the board was arranged while the file was open or the file had an arrangement before.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, QSettings

from attention_gui.gui.arrangement import PARTS, PRESETS, Arrangement
from attention_gui.gui.fitting import unit_of
from attention_gui.gui.menus import Menus
from attention_gui.gui.store import Store
from attention_gui.gui.theme import USUAL_PIXELS
from attention_gui.gui.workspace import Workspace
from attention_gui.scenario.scenario import Scenario

__all__ = ["Layouts"]

_SETTING = "layout"


class Layouts(QObject):
    """Turns menu entries into arrangements of the workspace, and shows in the menus what holds.

    Parameters
    ----------
    workspace : Workspace
    store : Store
    commit : callable
        Commits what is half-typed in panels that an arrangement hides; returns False when it is
        refused, and then nothing moves.
    shown : callable
        Called when the board is arranged anew.
    settings : QSettings or None
        Where the last arrangement is kept for the next start.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        commit: Callable[[Arrangement], bool],
        shown: Callable[[], None],
        settings: QSettings | None,
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._store = store
        self._commit = commit
        self._shown = shown
        self._settings = settings
        kept = None if settings is None else settings.value(_SETTING)
        self._last = Arrangement.loads(kept)
        self._is_own = False
        workspace.enlarging.connect(self._enlarge)
        workspace.placed.connect(self.place)
        store.opening.connect(self._open)
        self._open(store.snapshot.scenario)

    def _open(self, scenario: Scenario) -> None:
        """Arrange the board as the scenario asks, else as it was arranged last."""
        own = Arrangement.of_view(scenario.view)
        self._is_own = own is not None
        self._workspace.expect(own or self._last)

    def view(self) -> dict[str, object]:
        """Return the view that the scenario is to be saved with."""
        view = dict(self._store.snapshot.scenario.view)
        return self._workspace.arrangement.in_view(view) if self._is_own else view

    def change(self, arrangement: Arrangement) -> None:
        """Arrange the board anew, and remember it."""
        if not self._commit(arrangement):
            self._shown()  # a menu entry must not stay where it was refused
            return
        self._workspace.arrange(arrangement)
        self._last, self._is_own = self._workspace.arrangement, True
        if self._settings is not None:
            self._settings.setValue(_SETTING, self._last.dumps())
        self._shown()

    # -- menus -------------------------------------------------------------------------------

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what the entries of the menus do, by their names."""
        return {
            **{f"layout.{preset}": partial(self._choose, preset) for preset in PRESETS},
            **{f"part.{part}": partial(self._toggle_part, part) for part in PARTS},
            "zoom-in": partial(self.zoom_by, 1),
            "zoom-out": partial(self.zoom_by, -1),
            "zoom-fit": self._fit,
            "enlarge": lambda: self._enlarge(self._workspace.selected_panel() or ""),
            "hide-panel": self._hide,
            "show-panels": lambda: self.change(self._now.with_hidden(())),
            "panel-earlier": partial(self._move, -1),
            "panel-later": partial(self._move, 1),
            "usual-order": lambda: self.change(replace(self._now, order=())),
        }

    def show(self, menus: Menus) -> None:
        """Check in the menus what holds, and offer what can be done."""
        for part in PARTS:
            menus[f"part.{part}"].setChecked(self._workspace.is_shown(part))
        has_heads = self._store.snapshot.scenario.heads > 1
        menus["part.heads"].setEnabled(has_heads)
        menus["layout.heads"].setEnabled(has_heads)
        menus[f"layout.{self._now.preset}"].setChecked(True)
        menus["enlarge"].setChecked(self._workspace.enlarged is not None)
        menus["usual-order"].setEnabled(bool(self._now.order))
        for name in ("show-panels", "hidden"):
            menus.set_enabled(name, bool(self._now.hidden))

    def fill_hidden(self, menus: Menus) -> None:
        """Offer every panel that is hidden by hand."""
        menus.hidden.clear()
        for panel_id, title in self._workspace.hidden_panels().items():
            action = menus.hidden.addAction(title)
            action.setObjectName(f"show-panel.{panel_id}")
            action.triggered.connect(lambda _=False, shown=panel_id: self._unhide(shown))

    @property
    def _now(self) -> Arrangement:
        return self._workspace.arrangement

    def _choose(self, preset: str) -> None:
        self.shrink()
        self.change(self._now.with_preset(preset))

    def _toggle_part(self, part: str) -> None:
        """Show a part of the board, or send it away."""
        self.change(self._now.with_parts({part: not self._workspace.is_shown(part)}))

    def _fit(self) -> None:
        """Take the cells of pictures for which there is room, else the type."""
        if not self._workspace.magnify(None):
            self.change(replace(self._now, zoom=None))

    def zoom_by(self, steps: int, at: QPoint | None = None) -> None:
        """Make the type larger by pixels of its usual size, or smaller.

        Of a picture it is the cells that change, about a place on the screen, if one is given;
        see `Workspace.magnify`.
        """
        if self._workspace.magnify(steps, at):
            return
        unit = unit_of(self._workspace.zoom + steps / USUAL_PIXELS)
        self.change(replace(self._now, zoom=unit / USUAL_PIXELS))

    # -- single panels -----------------------------------------------------------------------

    def _hide(self) -> None:
        panel_id = self._workspace.selected_panel()
        if panel_id is not None:
            self.change(self._now.with_hidden({*self._now.hidden, panel_id}))

    def _unhide(self, panel_id: str) -> None:
        self.change(self._now.with_hidden(self._now.hidden - {panel_id}))

    def _move(self, step: int) -> None:
        """Let the panel change places with the next one of its section, or the one before."""
        panel_id = self._workspace.selected_panel()
        for section in self._workspace.sections:
            if panel_id in section:
                at = section.index(panel_id)
                self.place(panel_id, min(max(0, at + step), len(section) - 1))

    def place(self, panel_id: str, at: int) -> None:
        """Put a panel at a place in its section."""
        for section in self._workspace.sections:
            if panel_id in section and section.index(panel_id) != at:
                others = [i for i in section if i != panel_id]
                self.change(self._now.with_order([*others[:at], panel_id, *others[at:]]))

    def _enlarge(self, panel_id: str) -> None:
        """Give a panel the whole board, or the board back to all panels."""
        self._workspace.enlarge(None if self._workspace.enlarged else panel_id or None)
        self._shown()

    def shrink(self) -> bool:
        """Give the board back to all panels; return whether one was enlarged."""
        if self._workspace.enlarged is None:
            return False
        self._enlarge("")
        return True
