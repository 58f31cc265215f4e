# Follows everything that happens, for ever. Kill it when you like: it goes on where it was.
# python3 08_feed.py position.json events.ndjson
import json
import signal
import sys

from connect import account
from vigie import FileStore

position, output = sys.argv[1:]
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

# After a crash an event may come again: whoever reads the file keeps the first of each number.
with open(output, "a", encoding="utf-8", buffering=1) as lines:
    for event in account.feed(FileStore(position), size=50):
        kept = {name: event[name] for name in ("seq", "eventName", "resourceId")}
        lines.write(json.dumps(kept) + "\n")
