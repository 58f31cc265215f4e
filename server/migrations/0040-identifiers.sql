-- Companies come in by a LEI or by a number of their own country as well, or by their name and country alone.

alter table thirdparty alter column identifier_code drop not null;
alter table thirdparty alter column identifier_value drop not null;
alter table thirdparty drop constraint thirdparty_identifier_code_check;
alter table thirdparty add constraint thirdparty_identifier_code_check
  check (identifier_code in ('CIT001', 'CIT002', 'CIT003', 'LEI', 'NATIONAL'));
alter table thirdparty add column identifier_country text check (identifier_country ~ '^[A-Z]{2}$');
comment on column thirdparty.identifier_country is
  'Of a national number: the country that gave it, whatever the company''s own country is later said to be.';
alter table thirdparty add column identifier_register text check (identifier_register ~ '^RA[0-9]{6}$');
comment on column thirdparty.identifier_register is
  'Of a national number: its register, by the code of GLEIF''s list of registration authorities; null if nobody said.';
alter table thirdparty add constraint thirdparty_identifier_whole check (
  (identifier_code is null) = (identifier_value is null)
  and (identifier_code is not distinct from 'NATIONAL') = (identifier_country is not null)
  and (identifier_register is null or identifier_country is not null));
alter table thirdparty add constraint thirdparty_managed_by_identifier
  check (source = 'UNMANAGED' or identifier_code is not null);
comment on constraint thirdparty_managed_by_identifier on thirdparty is
  'A register is asked by the identifier, so it can keep no company without one.';
alter table thirdparty add constraint thirdparty_has_a_name check (identifier_code is not null or name is not null);
comment on constraint thirdparty_has_a_name on thirdparty is 'Without either nobody could say which company is meant.';

alter table thirdparty add column local_register text check (local_register ~ '^RA[0-9]{6}$');
comment on column thirdparty.local_register is 'The register that gave local_id, as in identifier_register.';
alter table thirdparty add column local_key text collate "C";
comment on column thirdparty.local_key is
  'By this two records are one company, see local_key(). Kept by the trigger that writes the record. Empty for an older '
  'row that shares its number with another one in another writing: both stay as they are.';

create function local_key(country text, number text, register text) returns text
language sql immutable parallel safe
return country || ' ' || nullif(upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')), '')
  || case when country in ('AE', 'CA', 'DE', 'MA', 'US') then coalesce(' ' || register, '') else '' end;
comment on function local_key is
  'The number of a company in its country, however a register writes it. In some countries each court, state or emirate '
  'counts by itself, so there the register is part of it.';
revoke execute on function local_key(text, text, text) from public;
grant execute on function local_key(text, text, text) to vigie_app;

create or replace function thirdparty_wire(t thirdparty) returns text
language sql stable
return concat(
  '{"thirdpartyId":', t.thirdparty_id, ',"code":', wire_json(t.code),
  ',"legalIdentifier":', case when t.identifier_code is null then 'null' else concat(
    '{"code":"', t.identifier_code, '","value":', wire_json(t.identifier_value),
    case when t.identifier_code = 'NATIONAL' then concat(
      ',"countryCode":', wire_word(t.identifier_country), ',"register":', wire_word(t.identifier_register)) end,
    '}') end,
  ',"source":"', t.source, '","identityStatus":"', t.identity_status,
  '","name":', wire_json(t.name), ',"tradeName":', wire_json(t.trade_name),
  ',"siren":', wire_word(t.siren), ',"siret":', wire_word(t.siret), ',"vatNumber":', wire_json(t.vat_number),
  ',"duns":', wire_word(t.duns), ',"lei":', wire_word(t.lei), ',"localId":', wire_json(t.local_id),
  ',"localRegister":', wire_word(t.local_register),
  ',"countryCode":', wire_word(t.country_code), ',"legalForm":', wire_json(t.legal_form),
  ',"headOffice":', wire_json(t.head_office), ',"nafCode":', wire_json(t.naf_code),
  ',"mainActivity":', wire_json(t.main_activity), ',"activityScheme":', wire_json(t.activity_scheme),
  ',"executives":', t.executives, ',"headcount":', wire_json(t.headcount),
  ',"creationDate":', wire_json(t.creation_date), ',"closureDate":', wire_json(t.closure_date),
  ',"status":"', t.status, '","statusDetail":', wire_json(t.status_detail),
  ',"statusSince":', wire_json(t.status_since),
  ',"relationship":{"state":"', t.relationship, '","validUntil":', wire_json(t.relationship_until),
  ',"toReview":', case when t.relationship_review is null then 'null'
    else concat('{"cause":"', t.relationship_review, '","since":', wire_json(t.relationship_review_on), '}') end,
  '},"archived":', case when t.archived_at is null then 'false' else 'true' end,
  ',"archivedAt":', wire_word(wire_time(t.archived_at)), ',"provenance":', t.provenance,
  ',"createdAt":"', wire_time(t.created_at), '","updatedAt":"', wire_time(t.updated_at), '"}');

create or replace function thirdparty_keep_wire() returns trigger
language plpgsql as $$
begin
  -- A number that stays the same keeps its key, also the missing one of an older row that shares it.
  if tg_op = 'INSERT' or (old.country_code, old.local_id, old.local_register)
      is distinct from (new.country_code, new.local_id, new.local_register) then
    new.local_key := vigie.local_key(new.country_code, new.local_id, new.local_register);
  end if;
  new.wire := vigie.thirdparty_wire(new);
  return new;
end
$$;
comment on function thirdparty_keep_wire is 'Keeps thirdparty.wire and thirdparty.local_key.';

-- Records are stored as they are sent: those that are there say it too, and get their keys.
do $$
declare
  each_account bigint;
begin
  perform set_config('app.directory', 'on', true);
  for each_account in select account_id from account order by account_id loop
    perform set_config('app.account', each_account::text, true);
    update thirdparty t set local_key = keyed.key
    from (
      select thirdparty_id, case when row_number() over (partition by key order by thirdparty_id) = 1 then key end as key
      from (select thirdparty_id, local_key(country_code, local_id, null) as key
        from thirdparty where account_id = each_account) numbered) keyed
    where t.account_id = each_account and t.thirdparty_id = keyed.thirdparty_id;
  end loop;
  perform set_config('app.account', '', true), set_config('app.directory', '', true);
end
$$;

drop index thirdparty_local_id;
create unique index thirdparty_local_key on thirdparty (account_id, local_key) where local_key is not null;
drop index thirdparty_identifier;
create unique index thirdparty_identifier on thirdparty (account_id, identifier_code, identifier_value)
  where identifier_code <> 'NATIONAL';
comment on index thirdparty_identifier is
  'Whatever a register makes of it later, one identifier is one company. A national number is one within its country '
  'only: thirdparty_local_key sees to that.';
