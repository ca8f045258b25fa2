"""Write the OpenAPI document, from which the web's types are made."""

import json
from pathlib import Path

from orrery.server.app import openapi

TARGET = Path(__file__).parents[1] / "web" / "openapi.json"

if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    text = json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"
    current = TARGET.exists() and TARGET.read_text("utf-8") == text
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.name} {'is current' if current else 'was not current, and is written anew'}")
