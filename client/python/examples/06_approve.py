# Approves every answer of a dossier that waits for a decision. Somebody else than who sent it decides.
# python3 06_approve.py 205
import sys

from connect import account

documents = f"/dossiers/{sys.argv[1]}/documents"
for document in account.items(documents):
    for response in account.items(f"{documents}/{document['documentId']}/responses"):
        if response["status"] != "PENDING":
            continue
        path = f"/responses/{response['responseId']}/approve"
        decided = account.post(path, body={"comment": "Seen and found good."})
        print(response["responseId"], decided["status"], decided["dossierStatusCode"])
