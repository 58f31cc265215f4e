# Reads the whole portfolio, once through its pages and once as a table.
from connect import account
from vigie import csv_rows, parse_time

companies = list(account.items("/thirdparties", query={"size": 2}))
newest = max(parse_time(company["createdAt"]) for company in companies)
with account.open("/thirdparties/export.csv") as table:
    rows = sum(1 for row in csv_rows(table) if row["thirdpartyId"])
print(f"{len(companies)} companies, {rows} rows, the newest of {newest:%Y-%m-%d}")
