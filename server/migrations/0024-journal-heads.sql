-- How far the journals of several accounts have come, in one statement: a process asks this a few times a second
-- for all accounts somebody waits in. It gives numbers only, and needs no right beyond reading each head: it names
-- one account after the other, as the application would. The account's setting is borrowed and given back.
create function journal_heads(accounts bigint[]) returns table (account_id bigint, seq bigint)
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
  one bigint;
begin
  foreach one in array accounts loop
    perform set_config('app.account', one::text, true);
    return query select h.account_id, h.seq from journal_head h where h.account_id = one;
  end loop;
  perform set_config('app.account', outer_account, true);
end
$$;
revoke execute on function journal_heads(bigint[]) from public;
grant execute on function journal_heads(bigint[]) to vigie_app;
