-- Lists that are fetched by themselves, and files of own lists that wait to be read.

alter table watchlist
  add column fetch_tried_at timestamptz,
  add column fetched jsonb check (jsonb_typeof(fetched) = 'object');
comment on column watchlist.fetch_tried_at is 'When its publisher was last asked by the schedule; null where nobody asks.';
comment on column watchlist.fetched is
  'What the publisher gave with the files of a version, to ask it whether it has others by now. Addresses are kept as '
  'digests: they may hold a token.';

create table watchlist_file (
  list_id bigint not null,
  version integer not null,
  nth integer not null check (nth >= 0),
  bytes bytea not null,
  primary key (list_id, version, nth),
  foreign key (list_id, version) references watchlist_version on delete cascade
);
comment on table watchlist_file is 'The file of an own list in pieces, from its upload until a worker has read it.';

alter table watchlist_file enable row level security;
alter table watchlist_file force row level security;
grant select, insert, update, delete on watchlist_file to vigie_app;
create policy watchlist_file_seen on watchlist_file for select
  using (list_id in (select w.list_id from watchlist w));
create policy watchlist_file_kept on watchlist_file for all
  using (list_id in (select w.list_id from watchlist w
    where w.owner_account_id is not distinct from current_list_owner()));
