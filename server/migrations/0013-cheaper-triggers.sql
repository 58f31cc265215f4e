-- What every new or changed third party costs, made cheaper. Functions that run once a row no longer switch the
-- search path; their bodies are parsed here and now, so no path of a caller can lead them elsewhere.

create or replace function wire_time(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS');

-- A value as it stands in a JSON text. Dates by to_json too: it alone does not follow the session's style.
create function wire_json(given text) returns text
language sql stable return coalesce(to_json(given)::text, 'null');
create function wire_json(given date) returns text
language sql stable return coalesce(to_json(given)::text, 'null');
create function wire_json(given jsonb) returns text
language sql immutable return coalesce(given::text, 'null');
-- Only for what holds nothing that JSON would have to escape.
create function wire_word(given text) returns text
language sql immutable return coalesce('"' || given || '"', 'null');
revoke execute on function wire_json(text), wire_json(date), wire_json(jsonb), wire_word(text) from public;
grant execute on function wire_json(text), wire_json(date), wire_json(jsonb), wire_word(text) to vigie_app;

-- The same text as before, but one expression that the trigger evaluates without a query. Columns whose checks
-- admit only plain characters are not searched for others; those that are never null stand between their quotes.
create or replace function thirdparty_wire(t thirdparty) returns text
language sql stable
return concat(
  '{"thirdpartyId":', t.thirdparty_id, ',"code":', wire_json(t.code),
  ',"legalIdentifier":{"code":"', t.identifier_code, '","value":', wire_json(t.identifier_value),
  '},"source":"', t.source, '","identityStatus":"', t.identity_status,
  '","name":', wire_json(t.name), ',"tradeName":', wire_json(t.trade_name),
  ',"siren":', wire_word(t.siren), ',"siret":', wire_word(t.siret), ',"vatNumber":', wire_json(t.vat_number),
  ',"duns":', wire_word(t.duns), ',"lei":', wire_word(t.lei), ',"localId":', wire_json(t.local_id),
  ',"countryCode":', wire_word(t.country_code), ',"legalForm":', wire_json(t.legal_form),
  ',"headOffice":', wire_json(t.head_office), ',"nafCode":', wire_json(t.naf_code),
  ',"mainActivity":', wire_json(t.main_activity), ',"activityScheme":', wire_json(t.activity_scheme),
  ',"executives":', t.executives, ',"headcount":', wire_json(t.headcount),
  ',"creationDate":', wire_json(t.creation_date), ',"closureDate":', wire_json(t.closure_date),
  ',"status":"', t.status, '","statusDetail":', wire_json(t.status_detail),
  ',"statusSince":', wire_json(t.status_since),
  ',"archived":', case when t.archived_at is null then 'false' else 'true' end,
  ',"archivedAt":', wire_word(wire_time(t.archived_at)), ',"provenance":', t.provenance,
  ',"createdAt":"', wire_time(t.created_at), '","updatedAt":"', wire_time(t.updated_at), '"}');

create or replace function thirdparty_keep_wire() returns trigger
language plpgsql as $$
begin
  new.wire := vigie.thirdparty_wire(new);
  return new;
end
$$;

-- The words of a batch in one statement; a change that leaves the names alone costs nothing.
drop trigger thirdparty_words_in on thirdparty;
drop trigger thirdparty_words_over on thirdparty;
drop function thirdparty_keep_words();
drop function thirdparty_words(text[]);

-- All that is searched in the names of a third party, as one text: their words, and each name without blanks.
-- The key of the name is the name put that way already, unless it had to be cut.
create function thirdparty_said(name text, name_key text, trade_name text, local_id text) returns text
language sql stable parallel safe
return concat_ws(' ',
  case when length(name_key) < 200 then nullif(name_key, U&'\+10FFFF') else search_text(name) end,
  replace(case when length(name_key) < 200 then nullif(name_key, U&'\+10FFFF') else search_text(name) end, ' ', ''),
  search_text(trade_name), replace(search_text(trade_name), ' ', ''),
  search_text(local_id), replace(search_text(local_id), ' ', ''));
revoke execute on function thirdparty_said(text, text, text, text) from public;
grant execute on function thirdparty_said(text, text, text, text) to vigie_app;

create function thirdparty_add_words() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  insert into thirdparty_word (account_id, word, subject)
    select distinct account_id, left(word, 100), subject from (
      select account_id, thirdparty_id as subject,
        unnest(string_to_array(thirdparty_said(name, name_key, trade_name, local_id), ' ')) as word
      from fresh) said
    where word <> '';
  return null;
end
$$;
revoke execute on function thirdparty_add_words() from public;
create trigger thirdparty_words_in after insert on thirdparty
  referencing new table as fresh for each statement execute function thirdparty_add_words();

create function thirdparty_change_words() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  delete from thirdparty_word where account_id = old.account_id and subject = old.thirdparty_id;
  insert into thirdparty_word (account_id, word, subject)
    select distinct new.account_id, left(word, 100), new.thirdparty_id
    from string_to_table(thirdparty_said(new.name, new.name_key, new.trade_name, new.local_id), ' ') word
    where word <> '';
  return null;
end
$$;
revoke execute on function thirdparty_change_words() from public;
create trigger thirdparty_words_over after update on thirdparty for each row
  when ((old.name, old.trade_name, old.local_id) is distinct from (new.name, new.trade_name, new.local_id))
  execute function thirdparty_change_words();

-- A company rarely has all its identifiers: the indexes hold those there are. They find and refuse as before.
drop index thirdparty_siren, thirdparty_vat_number, thirdparty_duns, thirdparty_lei, thirdparty_local_id;
create unique index thirdparty_siren on thirdparty (account_id, siren) where siren is not null;
create unique index thirdparty_vat_number on thirdparty (account_id, vat_number) where vat_number is not null;
create unique index thirdparty_duns on thirdparty (account_id, duns) where duns is not null;
create unique index thirdparty_lei on thirdparty (account_id, lei) where lei is not null;
create unique index thirdparty_local_id on thirdparty (account_id, country_code, local_id)
  where country_code is not null and local_id is not null;

-- Each of these keys asked for the account once a row, though another row of the same statement has asked: the
-- third party whose triggers write the words, and the head of the journal, which every append holds.
alter table thirdparty_word drop constraint thirdparty_word_account_id_fkey;
alter table event drop constraint event_account_id_fkey;
alter table event_detail drop constraint event_detail_account_id_fkey;

-- As before, but only the digests are taken one after the other: all else is one statement a table.
create or replace function journal_append(entries jsonb) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  moment timestamptz;
  unknown_type smallint;
  new_events event[];
  salts bytea[];
  payloads bytea[];
  -- What each link says of its event; the digest before it comes behind.
  sayings text[];
  saying text;
  link bytea;
  links bytea[] := '{}';
begin
  if jsonb_array_length(entries) = 0 then
    raise exception 'An append brings at least one event.';
  end if;
  perform pg_advisory_xact_lock(journal_lock_key(account));
  select * into head from journal_head where account_id = account for update;
  if not found then
    head := (account, 0, sha256(convert_to('vigie journal ' || account, 'UTF8')), 'epoch'::timestamptz);
    insert into journal_head values (head.*);
  end if;
  moment := greatest(account_now(account), head.occurred_at);

  select min(type) filter (where resource_type is null), array_agg(salt), array_agg(payload),
    array_agg((account, seq, event_id, type, resource_type, resource_id, thirdparty_id, dossier_id, document_id,
      moment, actor_type, actor_id, detail_hash, null)::event),
    array_agg(concat_ws('|', 'v1', account, seq, event_id, type, resource_type, resource_id,
      coalesce(thirdparty_id::text, ''), coalesce(dossier_id::text, ''), coalesce(document_id::text, ''),
      (extract(epoch from moment) * 1000)::bigint, actor_type, coalesce(actor_id::text, ''),
      encode(detail_hash, 'hex'), ''))
  into unknown_type, salts, payloads, new_events, sayings
  from (
    -- Each value once, however often it is used above.
    select *, sha256(salt || payload) as detail_hash from (
      select e.*, head.seq + e.nth as seq, nextval('vigie_id') as event_id, t.resource_type,
        case t.resource_type when 1 then e.thirdparty_id when 2 then e.dossier_id else e.document_id end
          as resource_id,
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt,
        convert_to(e.detail, 'UTF8') as payload
      from rows from (jsonb_to_recordset(entries) as (type smallint, "thirdpartyId" bigint, "dossierId" bigint,
        "documentId" bigint, "actorType" text, "actorId" bigint, detail text)) with ordinality
        as e (type, thirdparty_id, dossier_id, document_id, actor_type, actor_id, detail, nth)
      left join event_type t on t.code = e.type
      order by e.nth) given
    order by nth offset 0) digested;
  if unknown_type is not null then
    raise exception 'There is no event of type %.', unknown_type;
  end if;

  link := head.hash;
  foreach saying in array sayings loop
    link := sha256(convert_to(saying || encode(link, 'hex'), 'UTF8'));
    links := links || link;
  end loop;
  insert into event
    select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
      e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.link
    from rows from (unnest(new_events), unnest(links)) as e (account_id, seq, event_id, event_type, resource_type,
      resource_id, thirdparty_id, dossier_id, document_id, occurred_at, actor_type, actor_id, detail_hash, hash,
      link);
  insert into event_detail
    select account, head.seq + d.nth, d.salt, d.payload
    from unnest(salts, payloads) with ordinality as d (salt, payload, nth);
  update journal_head set seq = head.seq + cardinality(links), hash = link, occurred_at = moment
    where account_id = account;
  return head.seq + cardinality(links);
end
$$;
drop function journal_link(bigint, event, bytea);
