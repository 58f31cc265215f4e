-- A dossier says why it has its status, as a document does.

alter table dossier add column status_reason text not null default 'NOTHING_ASKED';
comment on column dossier.status_reason is
  'Why it has its status: the reason of the documents behind it, or one of its own. The words are those of the rules '
  'and not of the schema, as with those of a document.';

do $$
declare
  each_account bigint;
  -- Of several, the gravest speaks; the order of the rules.
  gravest_first constant text[] := array['TRUE_MATCH', 'FRAUD', 'REJECTED', 'GRACE_OVER', 'HIT_OPEN', 'CONTENT_REFUSED',
    'CHECK_FAILED', 'EXPIRED', 'SCORE_BELOW_EXPECTED', 'REJECTED_INSIDE', 'NO_ANSWER', 'NO_SOURCE', 'AWAITING_REVIEW',
    'BEING_CHECKED'];
begin
  perform set_config('app.directory', 'on', true);
  for each_account in select account_id from account order by account_id loop
    perform set_config('app.account', each_account::text, true);
    update dossier d set status_reason = case
        when d.status = 'VALID' then 'ACCEPTED'
        when d.status = 'INVALID' and d.archived_at is null and t.status = 'STRUCK_OFF' and coalesce(o.enabled, true)
          then 'STRUCK_OFF'
        when d.status = 'INVALID'
          and d.expiration_date < (coalesce(d.archived_at, account_now(each_account)) at time zone 'UTC')::date
          then 'DOSSIER_EXPIRED'
        when behind.reason is not null then behind.reason
        -- Frozen with it, when nothing else made it invalid.
        when d.status = 'INVALID' then 'STRUCK_OFF'
        else 'NOTHING_ASKED' end
    from thirdparty t
    left join evaluation_option o on o.account_id = t.account_id and o.name = 'STRUCK_OFF_INVALIDATES',
      dossier same left join lateral (
        select (array_agg(c.status_reason order by array_position(gravest_first, c.status_reason)))[1] as reason
        from (
          select status, status_reason, alternative_group is not null and bool_or(status = 'VALID'
              or status = 'ONGOING' and same.status = 'ONGOING') over (partition by alternative_group)
            and status <> 'ONGOING' as is_replaced
          from document
          where account_id = each_account and dossier_id = same.dossier_id and required
            and (stopped_at is null or stopped_at = same.archived_at)) c
        where not c.is_replaced and (c.status = same.status or same.status = 'ABSENT' and c.status = 'MISSING'
          or same.status = 'ONGOING' and c.status in ('MISSING', 'ONGOING'))) behind on true
    where d.account_id = each_account and t.account_id = each_account and t.thirdparty_id = d.thirdparty_id
      and same.account_id = each_account and same.dossier_id = d.dossier_id;
  end loop;
  perform set_config('app.account', '', true), set_config('app.directory', '', true);
end
$$;
