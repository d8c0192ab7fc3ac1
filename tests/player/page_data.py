"""What a page of the player holds, read back."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="text/plain" id="data">([\w+/=]*)</script>', page)
    assert found is not None
    record: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return record
