-- A sandbox on its way to a later moment. The row goes when it has arrived.
create table sandbox_journey (
  account_id bigint primary key references account,
  target timestamptz not null,
  started_at timestamptz not null,
  -- Whether what the present day brings has been done.
  lived boolean not null default true
);
select protect_account_table('sandbox_journey', 'select, insert, update, delete');
