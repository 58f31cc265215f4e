-- Every write asks for the moment of its account, some of them several times. As a function of SQL it was planned anew
-- with each call; and so is any function that reads behind row security when its caller is the application at one time
-- and the owner at another, as this one is within the journal. It always runs as its owner now, behind the same walls.

create or replace function account_now(account bigint) returns timestamptz
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  return date_trunc('milliseconds', clock_timestamp() + make_interval(secs =>
    coalesce((select a.clock_offset_ms from account a where a.account_id = account), 0) / 1000.0));
end
$$;
