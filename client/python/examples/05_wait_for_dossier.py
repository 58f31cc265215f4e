# Waits until the service has checked what was sent for a dossier.
# python3 05_wait_for_dossier.py 205
import sys

from connect import account
from vigie import wait_for

documents = wait_for(
    lambda: account.get(f"/dossiers/{sys.argv[1]}/documents")["content"],
    lambda content: all(one["statusReason"] != "BEING_CHECKED" for one in content),
    timeout=120,
)
for one in documents:
    print(one["documentCode"], one["statusReason"])
