# Adds a company once, however often it is run: the key names the wish, and the service grants it once.
# python3 03_add_with_key.py ERP-4711 804735132
import sys

from connect import account

code, value = sys.argv[1:]
body = {
    "legalIdentifier": {"code": "CIT003", "value": value},
    "code": code,
    "unmanaged": {"name": f"Supplier {code}", "countryCode": "GB"},
}
company = account.post("/thirdparties", key=f"add-{code}", body=body)
print(company["thirdpartyId"], company["name"])
