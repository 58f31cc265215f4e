# Adds many companies from a table: first a dry run, then in earnest, and what was wrong with which row.
# python3 10_import_csv.py suppliers.csv
import pathlib
import sys

from connect import account
from vigie import wait_for

table = pathlib.Path(sys.argv[1])
for dry_run in (True, False):
    query = {"dryRun": dry_run, "onDuplicate": "skip"}
    path = f"/thirdparties/imports/{account.post('/thirdparties/imports', query=query, body=table)['importId']}"
    done = wait_for(lambda: account.get(path), lambda it: it["state"] in ("CANCELLED", "DONE", "FAILED"))
    print("Dry run:" if dry_run else "Import:", done["state"], done["added"], done["duplicates"], done["invalid"])
    for error in account.items(f"{path}/errors"):
        print(f"Row {error['row']}: {error['code']} {error['message']}")
