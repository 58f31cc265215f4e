# Saves all files of a dossier as one archive, written as it comes.
# python3 07_zip.py 205 files.zip
import sys

from connect import account

dossier_id, path = sys.argv[1:]
print(account.save(f"/dossiers/{dossier_id}/files/download", path))
