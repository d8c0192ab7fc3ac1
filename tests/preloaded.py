"""What the processes of a window and of long work need to begin, for the server that forks them.

To import it takes a second each time. Nothing here knows Qt or starts a thread: neither survives a fork.
"""

from elcs_gui.benchmark import processes  # noqa: F401  each is one to be
from elcs_gui.parallel import process_pool  # noqa: F401  each is one to be
from elcs_gui.worker import inquiry_process as inquiries  # noqa: F401  each is one to be
from elcs_gui.worker import reopen_session as kept_opening  # noqa: F401  each is one to be
from elcs_gui.worker import serve as worker  # noqa: F401  each is one to be
from elcs_gui.worker import survey_file as importing  # noqa: F401  each is one to be
from tests import forking  # noqa: F401  measures
from tests.data import reading  # noqa: F401  what is measured
from tests.traces import trace_of

trace_of("fig3")
