# What to do when the service refuses: by the code, never by the sentence, which is for people.
# python3 11_errors.py 12345678901234
import sys

from connect import account
from vigie import VigieProblem

try:
    account.post("/thirdparties", body={"legalIdentifier": {"code": "CIT001", "value": sys.argv[1]}})
    print("Added")
except VigieProblem as problem:
    known = {
        "THIRD_PARTY_DUPLICATE": "Already there",
        "IDENTIFIER_CHECKSUM_INVALID": "Mistyped",
        "IDENTIFIER_FORMAT_INVALID": "Mistyped",
        "IDENTIFIER_NOT_FOUND": "No register knows it",
    }
    # Temporary ones were already repeated. The number of the request helps whoever runs the service.
    print(known.get(problem.code) or f"{problem.code} ({problem.request_id}): {problem.detail}")
