-- Whom an account trusts when seals are judged, and what was found out about the seals of a file.

create table trust_version (
  version integer primary key check (version > 0),
  digest bytea not null unique check (length(digest) = 32),
  lists jsonb not null check (jsonb_typeof(lists) = 'array'),
  kept bytea not null check (length(kept) between 1 and 67108864),
  imported_at timestamptz not null default now()
);
comment on table trust_version is
  'Each import of trusted lists, the same for every account; the newest one counts. Never overwritten: verdicts name theirs.';
comment on column trust_version.digest is 'SHA-256 of the files, by which the same import is known again.';
comment on column trust_version.lists is 'What the lists say of themselves: country, sequence, dates, how many services.';
comment on column trust_version.kept is
  'What is left of the lists once their signatures were verified: JSON in gzip, handed as it is to the process that judges.';
grant select, insert on trust_version to vigie_app;

create table seal_root (
  account_id bigint not null references account,
  root_id bigint not null default nextval('vigie_id'),
  fingerprint bytea not null check (length(fingerprint) = 32),
  certificate bytea not null check (length(certificate) between 1 and 20000),
  holder text not null check (length(holder) between 1 and 600),
  issuer text not null check (length(issuer) between 1 and 600),
  is_authority boolean not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  added_by_type text not null,
  added_by bigint,
  added_at timestamptz not null,
  primary key (account_id, root_id),
  unique (account_id, fingerprint)
);
comment on table seal_root is 'Certificates that an account trusts by itself, beside the trusted lists.';
comment on column seal_root.certificate is 'In DER, as its digest is of.';
select protect_account_table('seal_root', 'select, insert, delete');

alter table evidence add column seal jsonb;
comment on column evidence.seal is
  'What was found out about the seals of a PDF, with the digest of the file, the version of the engine and that of the '
  'trusted lists. Null for what is no PDF, was not checked yet or has been deleted.';
