# Opens a dossier that asks for an agreement among other things, and sends it. The file is read while it is sent.
# python3 04_upload.py 4711 agreement.pdf
import sys

from connect import account
from vigie import Form

thirdparty_id, path = sys.argv[1:]
body = {"dossierTypeCode": "ONBOARDING", "requiredDocuments": ["NDA"]}
dossier = account.post(f"/thirdparties/{thirdparty_id}/dossiers", body=body)
asked = next(one for one in dossier["documents"] if one["documentCode"] == "NDA")
response = account.post(
    f"/dossiers/{dossier['dossierId']}/documents/{asked['documentId']}/responses",
    body=Form(file=path, content_type="application/pdf"),
)
print(dossier["dossierId"], response["responseId"], response["status"])
