"""The style sheet of tool windows, beside that of the main window which they inherit."""

from attention_gui.gui.theme import Theme

__all__ = ["tool_style"]


def tool_style(theme: Theme) -> str:
    """Return what tool windows have and the main window has not."""
    return f"""
QDialog {{ background: {theme.ground}; }}
QFrame#figure {{ background: {theme.card}; border: 1px solid {theme.line}; border-radius: 7px; }}
QScrollArea#scroll {{ border: none; background: {theme.ground}; }}
QScrollArea#scroll > QWidget > QWidget {{ background: {theme.ground}; }}
QScrollArea#scroll QFrame#figure {{ background: {theme.card}; }}
QLineEdit {{ border: 1px solid {theme.muted}; border-radius: 4px; padding: 4px 6px; }}
QLineEdit:focus {{ border: 2px solid {theme.ink}; padding: 3px 5px; }}
QLineEdit[refused="true"] {{ border: 2px solid {theme.warning}; padding: 3px 5px; }}
QPushButton:default {{ background: {theme.accent}; color: {theme.on_accent};
    border-color: {theme.accent}; }}
QPushButton:default:focus {{ border: 2px solid {theme.muted}; padding: 3px 9px; }}
QPushButton:disabled {{ color: {theme.muted}; background: {theme.ground};
    border-color: {theme.line}; }}
QTableView {{ background: {theme.card}; border: 1px solid {theme.line};
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent};
    outline: none; }}
QTableView:focus {{ border: 2px solid {theme.ink}; }}
QTableView::item {{ padding: 0 5px; }}
QTableView::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
QHeaderView {{ background: {theme.card}; border: none; }}
QHeaderView::section {{ background: {theme.ground}; color: {theme.ink}; border: none;
    border-bottom: 1px solid {theme.muted}; padding: 4px 8px; }}
QTableCornerButton::section {{ background: {theme.ground}; border: none; }}
QProgressBar {{ background: {theme.card}; border: 1px solid {theme.muted}; border-radius: 4px;
    height: 12px; }}
QProgressBar::chunk {{ background: {theme.accent}; border-radius: 3px; }}
QLabel#stale, QLabel#excused {{ background: {theme.card}; color: {theme.warning};
    border: 1px solid {theme.warning}; border-left: 5px solid {theme.warning};
    padding: 5px 8px; }}
"""
