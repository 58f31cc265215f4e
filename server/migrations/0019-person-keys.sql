-- What an event says about a person is sealed with that person's own key. Destroying the key makes those words
-- unreadable for ever, while the chain, which covers the sealed bytes, still verifies.
create table person_key (
  account_id bigint not null references account,
  person_type text not null check (person_type in ('USER', 'CONTACT')),
  person bigint not null,
  key bytea check (length(key) = 32),
  erased_at timestamptz,
  primary key (account_id, person_type, person),
  -- An erased person has no key and never gets another one.
  check ((key is null) = (erased_at is not null))
);
select protect_account_table('person_key', 'select, insert, update');

create function person_key_stays_erased() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if new.key is not null and new.key is distinct from old.key then
    raise exception 'The key of a person is destroyed, never replaced.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger person_key_stays_erased before update on person_key
  for each row execute function person_key_stays_erased();
-- Whether any account still knows somebody decides how long the directory keeps their name.
create policy directory on person_key
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- A stored answer that names somebody is blanked with them; its key stays taken.
grant update on idempotency_key to vigie_app;
