-- Some pieces are the account's own, such as the decision to work with somebody: the third party is neither asked for
-- them nor shown them. The present version of a type counts for whoever is asked now; a request keeps its own besides,
-- so that opening a type to third parties uncovers nothing that was answered inside.
alter table document_type_version add column answered_by text not null
  generated always as (coalesce(definition ->> 'answeredBy', 'THIRD_PARTY')) stored
  check (answered_by in ('THIRD_PARTY', 'ACCOUNT'));
alter table document_type add column answered_by text not null default 'THIRD_PARTY'
  check (answered_by in ('THIRD_PARTY', 'ACCOUNT'));

-- The one that shipped so far. Accounts that wrote a version of their own decide for themselves.
do $$
declare
  one bigint;
begin
  perform set_config('app.directory', 'on', true);
  for one in select account_id from account loop
    perform set_config('app.account', one::text, true);
    update document_type_version set definition = definition || '{"answeredBy": "ACCOUNT"}'
    where account_id = one and code = 'INTEGRITY_DECISION' and shipped_version is not null;
    update document_type t set answered_by = v.answered_by from document_type_version v
    where t.account_id = one and t.code = 'INTEGRITY_DECISION' and v.account_id = t.account_id
      and v.code = t.code and v.type_version = t.type_version;
  end loop;
  perform set_config('app.account', '', true);
  perform set_config('app.directory', '', true);
end
$$;

create or replace function catalogue_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOCUMENT' and not exists (
      select from document_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into document_type_version (account_id, code, type_version, definition, shipped_version)
    select account, code, 1, definition, shipped_version from fresh
  )
  insert into document_type (account_id, code, type_version, theme, kind, answered_by)
  select account, code, 1, definition ->> 'theme', definition ->> 'kind',
    coalesce(definition ->> 'answeredBy', 'THIRD_PARTY') from fresh;
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOSSIER' and not exists (
      select from dossier_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into dossier_type_version (account_id, code, type_version, definition, shipped_version, published_at)
    select account, code, 1, definition, shipped_version, now() from fresh
  )
  insert into dossier_type (account_id, code, type_version) select account, code, 1 from fresh;
  perform set_config('app.account', outer_account, true);
end
$$;

-- Somebody a contact named in their place. Until the account puts them on its list they are off it like somebody who
-- was taken off: nothing that writes to people finds them.
alter table contact
  add column suggested_by bigint,
  add foreign key (account_id, suggested_by) references contact,
  drop constraint contact_end_reason_check,
  add constraint contact_end_reason_check
    check (end_reason in ('DELETED', 'ERASED', 'NOT_ME', 'DECLINED', 'NO_ANSWER', 'DISMISSED'));
create index contact_suggested on contact (account_id, suggested_by);
