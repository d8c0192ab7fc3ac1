"""The tests of lessons call the command too."""

from tests.commands.conftest import elcs  # noqa: F401  a fixture
