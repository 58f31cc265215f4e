-- A mail may bear headers of its own (how to unsubscribe), and may be written to a contact, who is then the one
-- it bounces from.
alter table mail
  add column headers jsonb not null default '{}',
  add column contact_id bigint,
  add foreign key (account_id, contact_id) references contact;
create index mail_contact on mail (account_id, contact_id);

alter table contact add constraint contact_themes check (themes <@ array[
  'LEGAL_COMPLIANCE', 'FINANCE', 'ENVIRONMENT', 'CYBERSECURITY', 'ETHICS', 'HUMAN_RIGHTS']);
-- Whom to invite, whom to invite again, whom to remind.
create index contact_uninvited on contact (account_id, thirdparty_id, contact_id)
  where deleted_at is null and bounced_at is null and invited_at is null;
create index contact_awaited on contact (account_id, last_invited_at, contact_id)
  where deleted_at is null and bounced_at is null and muted_at is null
    and (last_seen_at is null or last_seen_at < last_invited_at);
create index contact_remindable on contact (account_id, contact_id)
  where deleted_at is null and bounced_at is null and muted_at is null;
-- What third parties must still give: a portfolio in order has few of them.
create index document_missing on document (account_id, thirdparty_id, document_id)
  where stopped_at is null and required and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID');

-- How many mails an account has sent to contacts in its present hour and day.
create table mail_allowance (
  account_id bigint primary key references account,
  hour timestamptz not null,
  invitations integer not null default 0 check (invitations >= 0),
  day date not null,
  mails integer not null default 0 check (mails >= 0)
);
select protect_account_table('mail_allowance', 'select, insert, update');
