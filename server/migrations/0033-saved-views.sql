-- A list as somebody wants to find it again: what narrows it, its order, its columns. One with a person is that
-- person's own and goes with their membership; one without belongs to the account.
create table saved_view (
  account_id bigint not null references account,
  view_id bigint not null default nextval('vigie_id'),
  user_id bigint,
  list text not null check (list in ('thirdparties')),
  name text not null check (length(name) between 1 and 80),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and octet_length(filters::text) <= 60000),
  sort text check (length(sort) between 1 and 100),
  columns text[] check (cardinality(columns) <= 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, view_id),
  foreign key (account_id, user_id) references membership on delete cascade
);
select protect_account_table('saved_view', 'select, insert, update, delete');
create index saved_view_person on saved_view (account_id, user_id, view_id);
