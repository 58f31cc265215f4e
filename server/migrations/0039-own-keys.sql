-- Keys of the customer's own: codes that are unique where the account wants it, exact look-ups, and what other systems
-- call a record.

alter table account add column unique_codes boolean not null default false;
comment on column account.unique_codes is
  'Whether two companies of the account may not share a code. Accounts that were there before keep what they had.';

alter table thirdparty add column unique_code boolean check (unique_code);
comment on column thirdparty.unique_code is
  'True where the code was written while the account kept codes unique, otherwise null. Nulls are distinct, so the index that '
  'finds a code also refuses a second one where it should.';

create function thirdparty_keep_unique_code() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if new.code is null then
    new.unique_code := null;
  else
    -- Held as the foreign key holds it anyway: whoever switches the setting waits for us, or we for them.
    select case when a.unique_codes then true end into new.unique_code
      from account a where a.account_id = new.account_id for key share;
  end if;
  return new;
end
$$;
comment on function thirdparty_keep_unique_code is
  'Keeps thirdparty.unique_code. A trigger, because no writer may forget it: the index counts on it.';
create trigger thirdparty_unique_code before insert or update of code on thirdparty
  for each row execute function thirdparty_keep_unique_code();
revoke execute on function thirdparty_keep_unique_code() from public;

create unique index thirdparty_code on thirdparty (account_id, code, unique_code) where code is not null;
comment on index thirdparty_code is 'Finds a company by its exact code; see thirdparty.unique_code.';
create index thirdparty_siret on thirdparty (account_id, siret) where siret is not null;
create index thirdparty_local_number on thirdparty (account_id, local_id) where local_id is not null;
comment on index thirdparty_local_number is 'As thirdparty_local_id, for who does not name the country.';

create function code_is_held(given text) returns boolean
language sql stable security definer set search_path = vigie, pg_temp as $$
  select exists (select from thirdparty t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.code = given)
$$;
comment on function code_is_held is
  'Whether any company of the account has this code, also one outside the units that are seen: whoever wants it learns that '
  'it is taken, and no more. Runs as the owner, who sees all units.';
revoke execute on function code_is_held(text) from public;
grant execute on function code_is_held(text) to vigie_app;

create table external_reference (
  account_id bigint not null,
  subject bigint not null,
  system text collate "C" not null check (system ~ '^[A-Z0-9][A-Z0-9_.-]{0,39}$'),
  kind text not null constraint external_reference_kind check (kind in ('THIRD_PARTY', 'DOSSIER')),
  thirdparty_id bigint not null,
  value text collate "C" not null check (length(value) between 1 and 200),
  primary key (account_id, subject, system),
  unique (account_id, kind, system, value),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table external_reference is
  'What other systems of the customer call a company or a dossier, each system once for each record. Within a system a '
  'value means one record of a kind: an ERP numbers its suppliers and its contracts apart.';
comment on column external_reference.subject is 'As attribute_value.subject.';
comment on column external_reference.thirdparty_id is 'As subject_owner.thirdparty_id.';
comment on constraint external_reference_kind on external_reference is 'Widened when other records can have references.';
create index external_reference_thirdparty on external_reference (account_id, thirdparty_id);
select protect_account_table('external_reference', 'select, insert, delete');
select fence_units('external_reference', '(select seen_thirdparties()) ?> thirdparty_id');

alter table portfolio_import drop constraint portfolio_import_on_duplicate_check;
alter table portfolio_import add constraint portfolio_import_on_duplicate_check
  check (on_duplicate in ('skip', 'error', 'update'));
alter table portfolio_import add column updated integer not null default 0;
comment on column portfolio_import.updated is 'Companies of the portfolio that the file changed.';
alter table portfolio_import add column unchanged integer not null default 0;
comment on column portfolio_import.unchanged is 'Companies of the portfolio of which the file said nothing new.';
