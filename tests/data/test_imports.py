import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_small_files_and_examples_need_no_slow_import(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from elcs_gui.data.examples import find_example\n"
        "from elcs_gui.data.readers import read_table, write_table\n"
        "from pathlib import Path\n"
        "path = Path(sys.argv[1])\n"
        "write_table(find_example('asia').load_data(), path)\n"
        "read_table(path)\n"
        "print([name for name in ('pandas', 'networkx', 'scipy', 'PySide6') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "d.csv")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
