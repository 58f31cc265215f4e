# Keeps a copy of the portfolio and brings it up to date: only companies that something happened to since the last
# run are read. Run it every night: python3 02_sync_by_events.py copy.json
import json
import os
import sys
from datetime import datetime, timezone

from connect import account
from vigie import format_time

file = sys.argv[1]
copy = {"since": "2020-01-01T00:00:00", "names": {}}
if os.path.exists(file):
    with open(file, encoding="utf-8") as text:
        copy = json.load(text)

names = ["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED", "THIRD_PARTY_INFORMATION_UPDATED", "THIRD_PARTY_CODE_UPDATED"]
query = {
    "eventNames": names,
    "eventOccurrenceStartDate": copy["since"],
    "eventOccurrenceEndDate": format_time(datetime.now(timezone.utc)),
    "size": 500,
}
# The first answer says up to which second it is final: the next run begins there, and nothing is missed.
complete_until = []
changed = 0
for company in account.items("/thirdparties", query, lambda seen: complete_until.append(seen["events-complete-until"])):
    copy["names"][str(company["thirdpartyId"])] = company["name"]
    changed += 1
copy["since"] = complete_until[0]
with open(file, "w", encoding="utf-8") as text:
    json.dump(copy, text)
print(f"{changed} changed, {len(copy['names'])} known")
