-- Who was forgotten, when, at whose hand and what went: nothing that could name the person again. Figures are null
-- where an erasure is older than this table.
create table erasure (
  account_id bigint not null references account,
  erasure_id bigint not null default nextval('vigie_id'),
  erased_at timestamptz not null,
  actor_type text check (actor_type in ('USER', 'API_CLIENT')),
  actor_id bigint,
  contact_ids bigint[] not null,
  user_ids bigint[] not null,
  mails integer check (mails >= 0),
  forms integer check (forms >= 0),
  held_forms integer check (held_forms >= 0),
  primary key (account_id, erasure_id),
  -- An erasure that found nobody is none.
  check (cardinality(contact_ids) + cardinality(user_ids) + coalesce(mails, 0) > 0)
);
-- Until now only the destroyed keys told of it.
select set_config('app.directory', 'on', true);
insert into erasure (account_id, erased_at, contact_ids, user_ids)
select account_id, erased_at, coalesce(array_agg(person order by person) filter (where person_type = 'CONTACT'), '{}'),
  coalesce(array_agg(person order by person) filter (where person_type = 'USER'), '{}')
from person_key where erased_at is not null
group by account_id, erased_at order by erased_at;
select set_config('app.directory', '', true);
select protect_account_table('erasure', 'select, insert');

-- The mails of somebody, by the beginning of an address, or of one kind; the newest first. Addresses are stored in
-- their normal form, and only a plain comparison gets past row security to an index.
create index mail_recipient on mail (account_id, (recipient collate "C"), mail_id);
create index mail_template on mail (account_id, template, mail_id);
