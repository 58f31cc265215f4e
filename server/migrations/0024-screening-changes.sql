-- Hits go out: what becomes of them in order, for feeds and webhooks, and what statistics and files of them are read by.

create table screening_change_head (
  account_id bigint primary key references account,
  seq bigint not null default 0 check (seq >= 0)
);
comment on table screening_change_head is
  'The last number of the changes of an account. Whoever adds some holds it until the commit: numbers have no gaps and '
  'become visible in their order.';
select protect_account_table('screening_change_head', 'select, insert, update');

create table screening_change (
  account_id bigint not null references account,
  seq bigint not null check (seq > 0),
  name text not null check (name in ('HIT_OPENED', 'HIT_REOPENED', 'HIT_PROPOSED', 'HIT_DECIDED', 'HIT_ENDED')),
  hit_id bigint not null,
  thirdparty_id bigint not null,
  hit_class text not null,
  state text not null,
  score double precision not null check (score between 0 and 1),
  occurred_at timestamptz not null,
  primary key (account_id, seq),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table screening_change is
  'What became of hits, in order; only added to. It names nobody: who is allowed to reads the hit by its number.';
comment on column screening_change.hit_id is
  'No foreign key: that something was told outlives the hit, which retention may remove with the people it names.';
comment on column screening_change.state is 'Of the hit, after the change.';
create index screening_change_of_thirdparty on screening_change (account_id, thirdparty_id, seq);
select protect_account_table('screening_change', 'select, insert');
select fence_units('screening_change', '(select seen_thirdparties()) ?> thirdparty_id');

create function screening_change_is_seen(change_seq bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.screening_change c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.seq = change_seq);
end
$$;
comment on function screening_change_is_seen is 'As event_is_seen, for what belongs to a change of a hit.';
revoke execute on function screening_change_is_seen(bigint) from public;
grant execute on function screening_change_is_seen(bigint) to vigie_app;

alter table webhook_endpoint drop constraint webhook_endpoint_classes_check;
alter table webhook_endpoint add constraint webhook_endpoint_classes_check
  check (cardinality(classes) > 0 and classes <@ array['EVENTS', 'ADMINISTRATION', 'SCREENING']);
alter table webhook_endpoint add column screening_cursor bigint not null default 0 check (screening_cursor >= 0);
comment on column webhook_endpoint.screening_cursor is 'As cursor_seq, of the changes of hits.';

alter table webhook_delivery add column screening_seq bigint, add column screening_name text;
comment on column webhook_delivery.screening_name is 'For the log, as administration_name.';
alter table webhook_delivery drop constraint webhook_delivery_one_journal;
alter table webhook_delivery
  add constraint webhook_delivery_one_journal
    check (num_nonnulls(event_seq, administration_seq, screening_seq) <= 1),
  add constraint webhook_delivery_change_whole check ((screening_seq is null) = (screening_name is null));
create unique index webhook_delivery_screening_once
  on webhook_delivery (account_id, endpoint_id, screening_seq) where screening_seq is not null;
drop policy unit_sight on webhook_delivery;
select fence_units('webhook_delivery',
  '(event_seq is null or event_is_seen(event_seq)) and (screening_seq is null or screening_change_is_seen(screening_seq))');

alter table screening_decision add column opened_at timestamptz;
comment on column screening_decision.opened_at is
  'Since when the hit had been waiting. Null for what opened it again, and for what was decided before this was kept.';
create index screening_decision_age on screening_decision (account_id, decided_at)
  include (verdict, step, opened_at, thirdparty_id);
comment on index screening_decision_age is 'What statistics of the last months are counted by.';
create index screening_decision_of_person on screening_decision (account_id, decided_by_type, decided_by, hit_id);
comment on index screening_decision_of_person is 'What somebody decided, which the list of hits can be narrowed to.';
create index screening_hit_opened on screening_hit (account_id, opened_at, hit_id);
comment on index screening_hit_opened is 'The list of hits, the oldest or the newest first.';
create index screening_hit_of_list on screening_hit (account_id, source, hit_class, state) include (thirdparty_id);
comment on index screening_hit_of_list is 'Hits of each list, which statistics count without a look at the hits.';
