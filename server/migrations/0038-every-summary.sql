-- Every third party has its summary from the start. Those without a rating, or of which nothing ends, then lie along
-- indexes too: however many or few they are, a page of them costs what it shows.
create function thirdparty_begin_summary() returns trigger
  language plpgsql set search_path = vigie, pg_temp as $$
begin
  insert into thirdparty_summary (account_id, thirdparty_id)
    select account_id, thirdparty_id from fresh order by thirdparty_id
    on conflict do nothing;
  return null;
end $$;
create trigger thirdparty_summary_begun after insert on thirdparty
  referencing new table as fresh for each statement execute function thirdparty_begin_summary();

do $$
declare
  one bigint;
begin
  perform set_config('app.directory', 'on', true);
  for one in select account_id from account loop
    perform set_config('app.account', one::text, true);
    insert into thirdparty_summary (account_id, thirdparty_id)
      select account_id, thirdparty_id from thirdparty where account_id = one order by thirdparty_id
      on conflict do nothing;
  end loop;
  perform set_config('app.account', '', true);
  perform set_config('app.directory', '', true);
end
$$;

create index thirdparty_summary_no_legal_compliance on thirdparty_summary (account_id, thirdparty_id)
  where legal_compliance is null;
create index thirdparty_summary_no_financial_risk on thirdparty_summary (account_id, thirdparty_id)
  where financial_risk is null;
create index thirdparty_summary_no_cybersecurity on thirdparty_summary (account_id, thirdparty_id)
  where cybersecurity is null;
create index thirdparty_summary_no_environmental_impact on thirdparty_summary (account_id, thirdparty_id)
  where environmental_impact is null;
create index thirdparty_summary_no_next_expiry on thirdparty_summary (account_id, thirdparty_id)
  where next_expiry is null;

-- In the order of the list, so that a page of one kind of third party is read along it.
drop index thirdparty_summary_criticality, thirdparty_summary_dossier_status;
create index thirdparty_summary_criticality on thirdparty_summary (account_id, criticality, thirdparty_id);
create index thirdparty_summary_dossier_status on thirdparty_summary (account_id, dossier_status, thirdparty_id);
