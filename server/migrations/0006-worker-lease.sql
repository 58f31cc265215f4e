-- Who is alive among the workers: jobs held by one that stopped renewing are handed to the others.
create table worker_lease (
  worker_id text primary key check (length(worker_id) between 1 and 200),
  seen_at timestamptz not null default now()
);
create index worker_lease_age on worker_lease (seen_at);
grant select, insert, update, delete on worker_lease to vigie_app;
