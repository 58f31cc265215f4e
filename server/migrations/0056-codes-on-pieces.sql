-- Codes that are printed on pieces: what they say beside what was read, and whose signatures count.

create table code_trust_version (
  version integer primary key check (version > 0),
  digest bytea not null unique check (length(digest) = 32),
  lists jsonb not null check (jsonb_typeof(lists) = 'array'),
  certificates integer not null check (certificates >= 0),
  imported_at timestamptz not null default now()
);
comment on table code_trust_version is
  'Each import of the list of authorities for codes, the same for every account; the newest one counts. Never '
  'overwritten: readings name theirs.';
comment on column code_trust_version.digest is 'SHA-256 of the files, by which the same import is known again.';
comment on column code_trust_version.lists is
  'What the list says of itself: country, sequence, dates, and which authorities it names.';
comment on column code_trust_version.certificates is 'How many certificates its authorities vouch for.';
grant select, insert on code_trust_version to vigie_app;

create table code_trust_certificate (
  version integer not null references code_trust_version,
  authority text not null check (authority ~ '^[A-Z]{2}[A-Z0-9]{2}$'),
  name text not null check (name ~ '^[A-Z0-9]{4,5}$'),
  fingerprint bytea not null check (length(fingerprint) = 32),
  public_key bytea not null check (length(public_key) between 1 and 2000),
  holder text not null check (length(holder) <= 600),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  is_revoked boolean not null,
  primary key (version, authority, name, fingerprint)
);
comment on table code_trust_certificate is
  'The certificates that may sign codes, by the name that codes call them. A way leads from each to its authority.';
comment on column code_trust_certificate.public_key is 'Of the certificate, in DER.';
comment on column code_trust_certificate.holder is 'Whom the certificate names, in one line.';
comment on column code_trust_certificate.valid_from is
  'From here on until valid_until all certificates on the way to the authority are valid.';
comment on column code_trust_certificate.is_revoked is
  'Its issuer had revoked it when it was imported: nothing that it signed is judged, whenever that was.';
grant select, insert on code_trust_certificate to vigie_app;

alter table evidence_reading add column codes jsonb not null default '[]' check (jsonb_typeof(codes) = 'array');
comment on column evidence_reading.codes is
  'The codes that are printed in the file: where, what they say, and whether the signature of a 2D-Doc holds.';

alter table evidence_scan add column codes jsonb not null default '[]' check (jsonb_typeof(codes) = 'array');
comment on column evidence_scan.codes is 'The codes that were seen on its pages, for the check.';
