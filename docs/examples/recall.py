"""Delivers a message, has it read, and asks about it, over plain HTTP. Needs no package.

It writes an invented person, Ada, and a channel, 2, into the guild: name one of your own only for a try.
"""
import json
import os
import urllib.request

URL = os.environ.get("KEEPSAKE_URL", "http://127.0.0.1:8787") + "/v1/guilds/" + os.environ.get("GUILD", "1099")
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


delivered = post(
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
for refusal in delivered["rejected"]:
    print("Not taken:", refusal["reason"])
post("/channels/2/flush")
recalled = post(
    "/recall",
    {"query": "Where does Ada live?", "channel_id": "2"},
)
for item in recalled["items"]:
    print(item["text"], item["sources"][0]["url"])
