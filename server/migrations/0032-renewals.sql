-- An accepted answer that will end is asked for anew. The request counts for the end it was made for: when that is
-- corrected, the answer is asked for again in its time.
alter table response
  add column renewal_requested_at timestamptz,
  add column renewal_due_date date,
  add check ((renewal_requested_at is null) = (renewal_due_date is null));
create index response_to_renew on response (account_id, expiration_date, response_id)
  where state = 'ACCEPTED' and expiration_date is not null and renewal_due_date is distinct from expiration_date;
create index response_renewing on response (account_id, thirdparty_id, renewal_due_date)
  where state = 'ACCEPTED' and renewal_due_date = expiration_date;
-- The answers of the last weeks.
create index response_by_submission on response (account_id, submitted_at)
  where submitted_at is not null and reused_from is null;

-- The day up to which they have been told what ends soon.
alter table contact add column renewals_warned_on date;

-- What the forecast tells, along the days it happens on.
create index document_ending on document (account_id, expiration_date, document_id)
  include (status_reason, thirdparty_id)
  where stopped_at is null and required and expiration_date is not null
    and status_reason in ('ACCEPTED', 'SCORE_BELOW_EXPECTED', 'EXPIRED');
create index document_falling_due on document (account_id, due_date, document_id) include (thirdparty_id)
  where stopped_at is null and required and due_date is not null
    and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID');

-- A secret address from which a calendar program reads the forecast, with the rights its maker has at that moment.
create table calendar_link (
  account_id bigint not null references account,
  link_id bigint not null default nextval('vigie_id'),
  principal text not null check (length(principal) between 1 and 200),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, link_id)
);
select protect_account_table('calendar_link', 'select, insert, delete');
create unique index calendar_link_token on calendar_link (account_id, token_hash);
create index calendar_link_principal on calendar_link (account_id, principal, link_id);

-- The last count of an account's portfolio, and how long counting took: large ones are not counted at each request.
create table statistics_snapshot (
  account_id bigint primary key references account,
  as_of timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  content jsonb not null
);
select protect_account_table('statistics_snapshot', 'select, insert, update');
