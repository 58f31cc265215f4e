/** What an export says of itself to whoever opens it without this product. */
export const exportReadme = `Export of an account of Vigie
==============================

This export holds everything the account owns. It needs no Vigie to be read.

manifest.json          what this export is, and for each part its size, its SHA-256 and how many rows it has
tables/<name>.jsonl    one table of the account; each line is one row, in JSON
users.jsonl            the people of the account, without passwords and second factors
own_lists.jsonl        screening lists that the account brought itself
own_list_entries.jsonl and what is on them
events.jsonl           the journal as the API shows it, readable
journal.jsonl          the same journal with its hashes and signed checkpoints
administration.jsonl   the administration journal, readable; with its hashes it is in tables/administration_event.jsonl
files.jsonl            each stored file: which row it belongs to, where it is here, its SHA-256
files/                 the files themselves, each under its own name in a folder with the number of its row

Times are in ISO 8601. Columns of bytes are hexadecimal, after \\\\x. Numbers that end in _id are unique in the whole
installation; account_id is the same in every row.

To check that nothing was lost or altered:

1. Compare the SHA-256 of each part with manifest.json, and of each file with files.jsonl:
   sha256sum journal.jsonl
2. Check the chain of the journal and the signatures of its checkpoints:
   vigie journal verify --file journal.jsonl

Not in this export: passwords, tokens, keys and other secrets (new ones are made elsewhere), files in which a virus was
found (files.jsonl names them), and what only keeps this installation running. The manifest lists all that was left out.
`
