"""Delivers a message, has it read, and asks about it, over plain HTTP. Needs no package."""
import json
import os
import urllib.request

URL = os.environ.get("KEEPSAKE_URL", "http://127.0.0.1:8787") + "/v1/guilds/" + os.environ.get("GUILD", "11")
KEY = os.environ.get("KEEPSAKE_KEY", "dev")


def post(path, body=None):
    request = urllib.request.Request(
        URL + path,
        method="POST",
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {KEY}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


post(
    "/channels/2/messages",
    {
        "channel": {"name": "general", "audience": "everyone"},
        "messages": [
            {
                "id": "1001",
                "author": {"id": "4", "name": "Ada"},
                "content": "I live in Oslo now",
                "timestamp": "2026-05-22T09:00:00Z",
            }
        ],
    },
)
post("/channels/2/flush")
recalled = post(
    "/recall",
    {"query": "Where does Ada live?", "channel_id": "2"},
)
for item in recalled["items"]:
    print(item["text"], item["sources"][0]["url"])
