-- Whoever asks for a way into the portal, or brings one, is known by that alone: the account comes after.
create policy directory on contact
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');
create index contact_by_address on contact (lower(email)) where deleted_at is null;

-- Files people send through the portal: those that arrive in parts, and for the quotas every one of a day.
create table portal_upload (
  account_id bigint not null,
  upload_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  document_id bigint not null,
  file_name text check (octet_length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'DROPPED')),
  -- The draft and the file it became.
  response_id bigint,
  evidence_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, upload_id),
  foreign key (account_id, contact_id) references contact,
  foreign key (account_id, document_id) references document,
  -- A name may tell of a person; it is needed only until the file has it.
  check ((state = 'OPEN') = (file_name is not null))
);
create index portal_upload_contact on portal_upload (account_id, contact_id, created_at);
create index portal_upload_document on portal_upload (account_id, document_id);
create index portal_upload_age on portal_upload (account_id, updated_at);
select protect_account_table('portal_upload', 'select, insert, update, delete');

create table portal_upload_part (
  account_id bigint not null,
  upload_id bigint not null,
  -- Where its first byte stands in the file.
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  object_key text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  primary key (account_id, upload_id, start),
  foreign key (account_id, upload_id) references portal_upload on delete cascade
);
create index portal_upload_part_object on portal_upload_part (account_id, object_key);
select protect_account_table('portal_upload_part', 'select, insert, delete');
