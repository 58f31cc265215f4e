create table contact (
  account_id bigint not null,
  contact_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  email text not null check (length(email) between 3 and 254),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  language text not null default 'fr' check (language in ('fr', 'en')),
  themes text[] not null default '{}',
  suggested_by bigint,
  invited_at timestamptz,
  last_invited_at timestamptz,
  auto_invitations smallint not null default 0,
  silent_reminders smallint not null default 0,
  last_reminded_at timestamptz,
  escalated_at timestamptz,
  renewals_warned_on date,
  last_seen_at timestamptz,
  bounced_at timestamptz,
  muted_at timestamptz,
  deleted_at timestamptz,
  end_reason text check (end_reason in ('DELETED', 'ERASED', 'NOT_ME', 'DECLINED', 'NO_ANSWER', 'DISMISSED')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, contact_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, suggested_by) references contact,
  constraint contact_themes check (themes <@ array[
    'LEGAL_COMPLIANCE', 'FINANCE', 'ENVIRONMENT', 'CYBERSECURITY', 'ETHICS', 'HUMAN_RIGHTS'])
);
comment on table contact is 'People of a third party whom the account writes to.';
comment on column contact.themes is 'Themes this person answers for; none means all of them.';
comment on column contact.suggested_by is
  'Somebody a contact named in their place. Until the account puts them on its list they count as deleted: nothing '
  'that writes to people finds them.';
comment on column contact.auto_invitations is 'Counted since the last sign of life.';
comment on column contact.silent_reminders is 'As auto_invitations.';
comment on column contact.renewals_warned_on is 'The day up to which they have been told what ends soon.';
comment on column contact.bounced_at is 'The mail server refused the address for good.';
comment on column contact.muted_at is 'The person wants no more reminders.';
comment on column contact.version is 'Raised by every change; the ETag.';
select protect_account_table('contact', 'select, insert, update');
select open_to_directory('contact');
comment on policy directory on contact is
  'Whoever asks for a way into the portal is known by the address alone: the account comes after.';
create unique index contact_email on contact (account_id, thirdparty_id, lower(email)) where deleted_at is null;
create index contact_of_thirdparty on contact (account_id, thirdparty_id, contact_id);
create index contact_suggested on contact (account_id, suggested_by);
create index contact_by_email on contact (account_id, lower(email));
create index contact_by_address on contact (lower(email)) where deleted_at is null;
create index contact_uninvited on contact (account_id, thirdparty_id, contact_id)
  where deleted_at is null and bounced_at is null and invited_at is null;
comment on index contact_uninvited is 'Whom to invite.';
create index contact_awaited on contact (account_id, last_invited_at, contact_id)
  where deleted_at is null and bounced_at is null and muted_at is null
    and (last_seen_at is null or last_seen_at < last_invited_at);
comment on index contact_awaited is 'Whom to invite again.';
create index contact_remindable on contact (account_id, contact_id)
  where deleted_at is null and bounced_at is null and muted_at is null;
comment on index contact_remindable is 'Whom to remind.';

create table contact_link (
  account_id bigint not null,
  link_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, link_id),
  foreign key (account_id, contact_id) references contact
);
comment on table contact_link is 'A way into the portal, good once, for some days.';
comment on column contact_link.token_hash is 'Only the digest is kept: a copy of the database opens no door.';
create index contact_link_contact on contact_link (account_id, contact_id);
create unique index contact_link_token on contact_link (token_hash);
select protect_account_table('contact_link', 'select, insert, update, delete');
select open_to_directory('contact_link');

create table portal_session (
  account_id bigint not null,
  session_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, session_id),
  foreign key (account_id, contact_id) references contact
);
comment on table portal_session is 'A contact in the portal. Whoever brings its cookie is known by that alone.';
comment on column portal_session.token_hash is 'As contact_link.token_hash.';
create index portal_session_contact on portal_session (account_id, contact_id);
create unique index portal_session_token on portal_session (token_hash);
select protect_account_table('portal_session', 'select, insert, update, delete');
select open_to_directory('portal_session');

create table portal_upload (
  account_id bigint not null,
  upload_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  document_id bigint not null,
  file_name text check (octet_length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  received bigint not null default 0 constraint portal_upload_received_within_size check (received between 0 and size),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'DROPPED')),
  response_id bigint,
  evidence_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, upload_id),
  foreign key (account_id, contact_id) references contact,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, document_id, response_id) references response (account_id, document_id, response_id),
  foreign key (account_id, evidence_id) references evidence,
  constraint portal_upload_named_while_open check ((state = 'OPEN') = (file_name is not null))
);
comment on table portal_upload is
  'Files that people send through the portal: those that arrive in parts, and for the quotas every one of a day.';
comment on column portal_upload.file_name is 'A name may tell of a person; it is needed only until the file has it.';
comment on column portal_upload.response_id is 'The draft and the file it became.';
comment on constraint portal_upload_named_while_open on portal_upload is
  'A name may tell of a person; it is needed only until the file has it.';
create index portal_upload_contact on portal_upload (account_id, contact_id, created_at);
create index portal_upload_document on portal_upload (account_id, document_id);
create index portal_upload_response on portal_upload (account_id, response_id);
create index portal_upload_evidence on portal_upload (account_id, evidence_id);
create index portal_upload_age on portal_upload (account_id, updated_at);
select protect_account_table('portal_upload', 'select, insert, update, delete');

create table portal_upload_part (
  account_id bigint not null,
  upload_id bigint not null,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  object_key text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  primary key (account_id, upload_id, start),
  foreign key (account_id, upload_id) references portal_upload on delete cascade
);
comment on table portal_upload_part is 'The parts of a file that has not come whole yet.';
comment on column portal_upload_part.start is 'Where its first byte stands in the file.';
create index portal_upload_part_object on portal_upload_part (account_id, object_key);
select protect_account_table('portal_upload_part', 'select, insert, delete');

create table mail (
  account_id bigint not null check (account_id >= 0),
  mail_id bigint not null default nextval('vigie_id'),
  dedupe_key text not null check (length(dedupe_key) between 1 and 300),
  template text not null check (length(template) between 1 and 100),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[\s<>,;]'),
  contact_id bigint,
  language text not null check (language in ('en', 'fr')),
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[\r\n]'),
  body_text text not null,
  body_html text not null,
  secret text,
  headers jsonb not null default '{}',
  message_id text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 100),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (account_id, mail_id),
  unique (account_id, dedupe_key),
  foreign key (account_id, contact_id) references contact
);
comment on table mail is 'The outbox: a mail is written in the transaction of its cause, and sent by a job.';
comment on column mail.account_id is
  'Zero for a mail with a checkpoint of the operator''s own journal, hence no foreign key.';
comment on column mail.dedupe_key is 'At most one copy for each cause, recipient and template.';
comment on column mail.contact_id is 'The contact it is written to, who is then the one it bounces from.';
comment on column mail.subject is 'A line break in a header would let its author write further headers.';
comment on column mail.secret is
  'The end of the link that lets the recipient in, until the mail is sent or given up; sandboxes without a relay keep '
  'it longer. Apart from the words, where a mark (U+E000) keeps its place, so that the mailbox can leave it out.';
comment on column mail.headers is 'Headers of its own, such as how to unsubscribe.';
comment on column mail.message_id is
  'Fixed when written; the domain of the sender is added before the first attempt. A repeat after a crash bears the '
  'same one, so mail systems can fold it.';
comment on column mail.last_error is
  'A code of the mail server or of the connection, never its sentence: that may quote the recipient.';
select protect_account_table('mail', 'select, insert, update');
create index mail_contact on mail (account_id, contact_id);
create index mail_recipient on mail (account_id, (recipient collate "C"), mail_id);
comment on index mail_recipient is
  'The mails of somebody, by the beginning of an address. Addresses are stored in their normal form, and only a plain '
  'comparison gets past row security to an index.';
create index mail_template on mail (account_id, template, mail_id);

create table mail_allowance (
  account_id bigint primary key references account,
  hour timestamptz not null,
  invitations integer not null default 0 check (invitations >= 0),
  day date not null,
  mails integer not null default 0 check (mails >= 0)
);
comment on table mail_allowance is
  'How many mails an account has sent to contacts in its present hour and day, so that a mistake stays small.';
select protect_account_table('mail_allowance', 'select, insert, update');
