-- How much may still be tried by whom, for all processes together. `full_at` is when a budget is whole again: an
-- attempt moves it one period ahead, and one that would move it further than the burst is refused. Keys are digests
-- under the installation's key: addresses and e-mails of whoever tried are not kept.
create table attempt_budget (
  key bytea primary key check (length(key) = 16),
  full_at timestamptz not null,
  -- For a person and a place they signed in from: until when the place is known.
  known_until timestamptz
) with (fillfactor = 70);
grant select, insert, update, delete on attempt_budget to vigie_app;
