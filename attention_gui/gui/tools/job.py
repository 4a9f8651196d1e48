"""Work beside the window, which stays responsive."""

from collections.abc import Callable
from threading import Event, Thread

from PySide6.QtCore import QObject, QTimer, Signal

from attention_gui.engine import AttentionError

__all__ = ["Job", "Report", "Work"]

Report = Callable[[int, int], bool]
"""Takes what is done and the total; returns False when the work is to stop."""
Work = Callable[[Report], object]
"""Is run beside the window; must call nothing of Qt."""

_POLL_MS = 15


class _Run:
    """One piece of work in its thread. It knows nothing of Qt.

    A QThread that is destroyed while it runs aborts the process; this one is told to stop and
    ends by itself, whatever has become of the window.
    """

    def __init__(self, work: Work) -> None:
        self.done, self.total = 0, 0
        self.outcome: object = None
        self.fault: BaseException | None = None
        self.cancelled = Event()
        self._work = work
        self.thread = Thread(target=self._run, name="attention-gui job", daemon=True)

    def report(self, done: int, total: int) -> bool:
        """Note the progress; return whether to go on."""
        self.done, self.total = done, total
        return not self.cancelled.is_set()

    def _run(self) -> None:
        try:
            self.outcome = self._work(self.report)
        except MemoryError:
            self.fault = AttentionError("too-large", "There is not enough memory for this.")
        except BaseException as fault:  # it is raised again in the window's thread
            self.fault = fault


class Job(QObject):
    """Runs one piece of work at a time, and tells of it in the window's thread.

    Attributes
    ----------
    progressed : Signal(done, total)
    finished : Signal(object)
        With what the work returned, also when it was cancelled.
    refused : Signal(AttentionError)
    """

    progressed = Signal(object, object)
    finished = Signal(object)
    refused = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._run: _Run | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def is_running(self) -> bool:
        """Whether there is work whose end has not been told yet."""
        return self._run is not None

    def start(self, work: Work) -> None:
        """Begin; what runs already is stopped first."""
        self.stop()
        self._run = _Run(work)
        self._run.thread.start()
        self._timer.start()

    def cancel(self) -> None:
        """Ask the work to stop; `finished` tells when it has."""
        if self._run is not None:
            self._run.cancelled.set()

    def stop(self) -> None:
        """Ask the work to stop, wait until it has, and forget it."""
        self._timer.stop()
        run, self._run = self._run, None
        if run is not None:
            run.cancelled.set()
            run.thread.join()

    def _poll(self) -> None:
        run = self._run
        if run is None:
            return
        ended = not run.thread.is_alive()
        if run.total:
            self.progressed.emit(run.done, run.total)
        if ended and run is self._run:
            self.stop()
            self._tell(run)

    def _tell(self, run: _Run) -> None:
        if isinstance(run.fault, AttentionError):
            self.refused.emit(run.fault)
        elif run.fault is not None:
            raise run.fault
        else:
            self.finished.emit(run.outcome)
