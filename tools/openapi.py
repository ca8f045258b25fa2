"""Write the OpenAPI document, from which the web's types are made."""

import json
from pathlib import Path

from orrery.server.app import openapi

TARGET = Path(__file__).parents[1] / "web" / "openapi.json"

if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"wrote {TARGET.name}")
