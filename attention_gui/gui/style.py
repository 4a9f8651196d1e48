"""The style sheet: what Qt's own widgets look like in a theme."""

from PySide6.QtCore import QSize

from attention_gui.gui.fonts import BASE_PIXELS
from attention_gui.gui.theme import Theme

__all__ = ["style_sheet", "type_pixels"]

_TYPE_SIZES = (142, 80)
"""A window so many sizes of its type wide and high has type that is read from the last row."""

_PICTURE_GROUND = "#f4f4f4"
"""Behind Qt's own pictures in file dialogs, in every theme: they are made for a light ground."""


def type_pixels(window: QSize) -> int:
    """Return the type size of menus, tool bar and status line for a window's size."""
    across, down = _TYPE_SIZES
    return max(BASE_PIXELS, min(window.width() // across, window.height() // down))


def style_sheet(theme: Theme, pixels: int = BASE_PIXELS) -> str:
    """Return the style sheet of a window for a theme.

    It names no font but for menus, tool bar and status line: elsewhere a size in a style sheet
    would win over the one that is set.

    Parameters
    ----------
    theme : Theme
    pixels : int
        Type size of menus, tool bar and status line.
    """

    def scaled(usual: float) -> int:
        """Return a length that goes with the type, which is given for the smallest one."""
        return round(usual * pixels / BASE_PIXELS)

    return f"""
* {{ color: {theme.ink}; }}
QMenuBar, QMenu, QToolBar QToolButton, QToolBar QComboBox, QToolBar QLabel, QStatusBar QLabel,
QStatusBar QComboBox {{
    font-size: {pixels}px; }}
QToolBar QLabel#title {{ font-size: {round(pixels * 1.15)}px; }}
QMainWindow, QScrollArea, QDialog, QMessageBox {{ background: {theme.ground}; }}
QScrollArea > QWidget > QWidget {{ background: {theme.ground}; }}
QMenuBar, QToolBar, QStatusBar {{ background: {theme.card}; }}
QMenuBar::item {{ padding: 4px 9px; background: transparent; }}
QMenuBar::item:selected, QMenu::item:selected {{
    background: {theme.accent}; color: {theme.on_accent}; }}
QMenu {{ background: {theme.card}; border: 1px solid {theme.line}; }}
QMenu::item {{ padding: 5px 26px 5px 24px; }}
QMenu::item:disabled {{ color: {theme.muted}; }}
QMenu::separator {{ height: 1px; background: {theme.line}; margin: 3px 8px; }}
QToolBar {{ border: none; border-top: 1px solid {theme.line};
    border-bottom: 1px solid {theme.line}; spacing: {scaled(6)}px;
    padding: {scaled(4)}px {scaled(10)}px; }}
QToolBar::separator {{ width: 1px; background: {theme.line}; margin: {scaled(4)}px; }}
QStatusBar {{ border-top: 1px solid {theme.line}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {theme.muted}; padding: 0 9px; }}
QStatusBar QComboBox {{ color: {theme.muted}; padding: 1px 10px; margin-right: 8px; }}
QStatusBar QComboBox:focus {{ padding: 0 9px; }}
QToolButton, QComboBox, QPushButton {{ background: {theme.card}; border: 1px solid {theme.line};
    border-radius: 6px; padding: 4px 10px; }}
QToolButton:hover, QComboBox:hover, QPushButton:hover {{ border-color: {theme.muted}; }}
QToolButton:focus, QComboBox:focus, QPushButton:focus {{
    border: 2px solid {theme.ink}; padding: 3px 9px; }}
QToolButton:checked {{ background: {theme.accent}; color: {theme.on_accent};
    border-color: {theme.accent}; }}
QToolButton:disabled, QComboBox:disabled {{ color: {theme.muted}; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton#examples, QToolButton#export {{ padding-right: {scaled(22)}px; }}
QToolButton#scale-factor {{ padding: 4px 2px; }}
QToolButton#scale-factor:focus {{ padding: 3px 1px; }}
QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; font-weight: bold; }}
QToolButton[chip="true"] {{ border-radius: 9px; padding: 0 4px; }}
QToolButton[chip="true"]:focus {{ padding: 0 3px; }}
QComboBox QAbstractItemView {{ background: {theme.card}; border: 1px solid {theme.line};
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent}; }}
QComboBox::drop-down {{ width: {scaled(18)}px; border: none; }}
QComboBox::down-arrow {{ image: none; }}
QToolTip {{ background: {theme.card}; color: {theme.ink}; border: 1px solid {theme.muted}; }}
QLabel {{ background: transparent; }}
QLabel[kind="muted"], QLabel[kind="section"] {{ color: {theme.muted}; }}
QTextBrowser#explanation\\.lines {{ background: {theme.card}; border: 1px solid {theme.line};
    border-radius: 6px; padding: 3px; }}
QTextBrowser#explanation\\.lines:focus {{ border-color: {theme.ink}; }}
QLabel#summary {{ color: {theme.muted}; }}
#panel\\.explanation {{ border: 1px solid transparent; border-left-color: {theme.line}; }}
#panel\\.explanation:focus {{ border-color: {theme.ink}; }}
QLabel#refusal {{ background: {theme.card}; color: {theme.warning};
    border: 1px solid {theme.warning}; border-left: 5px solid {theme.warning};
    border-radius: 4px; padding: 6px 8px; }}
QFrame#notice {{ background: {theme.card}; border: 1px solid {theme.warning};
    border-left: 5px solid {theme.warning}; }}
QFrame#notice QLabel {{ color: {theme.warning}; }}
QFileDialog QToolButton {{ background: {_PICTURE_GROUND}; padding: 2px; }}
QFileDialog QAbstractItemView {{ background: {theme.card}; border: 1px solid {theme.line};
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent}; }}
QFileDialog QHeaderView::section {{ background: {theme.ground}; color: {theme.ink}; border: none;
    border-bottom: 1px solid {theme.muted}; padding: 3px 6px; }}
QAbstractSpinBox {{ background-color: {theme.card};
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent}; }}
QLineEdit {{ background: {theme.card}; border: 2px solid {theme.ink}; border-radius: 3px;
    padding: 0; selection-background-color: {theme.accent};
    selection-color: {theme.on_accent}; }}
QLineEdit[refused="true"] {{ border-color: {theme.warning}; color: {theme.warning}; }}
QSlider {{ min-height: {scaled(22)}px; }}
QSlider::groove:horizontal {{ height: {scaled(4)}px; background: {theme.line};
    border-radius: {scaled(4) // 2}px; }}
QSlider::sub-page:horizontal {{ background: {theme.muted}; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {theme.card}; border: 2px solid {theme.ink};
    border-radius: {scaled(12) // 2 + 2}px; width: {scaled(12)}px;
    margin: -{(scaled(12) + 4 - scaled(4)) // 2}px 0; }}
QSlider::handle:horizontal:focus {{ background: {theme.ink}; }}
QScrollBar:vertical {{ width: {scaled(11)}px; background: {theme.ground}; margin: 0; }}
QScrollBar:horizontal {{ height: {scaled(11)}px; background: {theme.ground}; margin: 0; }}
QScrollBar::handle {{ background: {theme.handle}; border-radius: {scaled(11) // 2 - 2}px;
    margin: 2px; min-height: {scaled(24)}px; min-width: {scaled(24)}px; }}
QAbstractScrollArea::corner {{ background: {theme.ground}; border: 0; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""
