-- The outbox: a mail is written in the transaction of its cause, and sent by a job.
create table mail (
  account_id bigint not null references account,
  mail_id bigint not null default nextval('vigie_id'),
  -- At most one copy per cause, recipient and template.
  dedupe_key text not null check (length(dedupe_key) between 1 and 300),
  template text not null check (length(template) between 1 and 100),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[\s<>,;]'),
  language text not null check (language in ('en', 'fr')),
  -- A line break in a header would let its author write further headers.
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[\r\n]'),
  body_text text not null,
  body_html text not null,
  -- Fixed when written; the sender's domain is added before the first attempt. A repeat after a crash
  -- bears the same one, so mail systems can fold it.
  message_id text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  -- A code of the mail server or of the connection, never its sentence: that may quote the recipient.
  last_error text check (length(last_error) <= 100),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (account_id, mail_id),
  unique (account_id, dedupe_key)
);
select protect_account_table('mail', 'select, insert, update');
