-- What guards accepted bank details against somebody who would replace them, and the banks behind account numbers.

create table bank (
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  bank_code text not null check (bank_code ~ '^[A-Z0-9]{1,12}$'),
  name text check (length(name) between 1 and 200),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  source text not null check (length(source) between 1 and 200),
  imported_at timestamptz not null default now(),
  primary key (country_code, bank_code)
);
comment on table bank is
  'Banks by the code that account numbers of their country carry, from directories that an operator imported. The '
  'same for every account.';
comment on column bank.source is 'Who published the directory, in the words of the operator.';
grant select, insert, delete on bank to vigie_app;

create table bank_guard (
  account_id bigint primary key references account,
  enabled boolean not null,
  recent_change_days integer not null check (recent_change_days between 0 and 3660),
  new_contact_days integer not null check (new_contact_days between 0 and 3660),
  version integer not null default 1
);
comment on table bank_guard is
  'What an account wants done when bank details replace accepted ones. No row: what the product does by itself.';
comment on column bank_guard.recent_change_days is 'A change so soon after another one is pointed out.';
comment on column bank_guard.new_contact_days is 'A sender who became a contact so recently is pointed out.';
select protect_account_table('bank_guard', 'select, insert, update');
