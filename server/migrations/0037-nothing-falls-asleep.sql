-- What else follows when a dossier is late, who is whose manager, and which lost contacts somebody else answers for.

alter table overdue_policy add column cap_rating integer check (cap_rating between 0 and 100);
comment on column overdue_policy.cap_rating is
  'The most that indicators of its themes can be while such a dossier is overdue; null: as they are.';
alter table overdue_policy add constraint overdue_policy_cap_has_days
  check (cap_rating is null or action_days is not null);
comment on constraint overdue_policy_cap_has_days on overdue_policy is 'Without these days no dossier is ever overdue.';

alter table relationship_policy add column overdue text not null default 'OFF'
  check (overdue in ('OFF', 'ASK', 'SUSPEND'));
alter table thirdparty drop constraint thirdparty_relationship_review_check;
alter table thirdparty add constraint thirdparty_relationship_review_check check (relationship_review in
  ('EXPIRY', 'DOSSIER_INVALID', 'COLLECTIVE_PROCEDURE', 'STRUCK_OFF', 'LIST_HIT', 'OVERDUE'));
alter table relationship_change drop constraint relationship_change_cause_check;
alter table relationship_change add constraint relationship_change_cause_check check (cause in
  ('EXPIRY', 'DOSSIER_INVALID', 'COLLECTIVE_PROCEDURE', 'STRUCK_OFF', 'LIST_HIT', 'OVERDUE'));

alter table membership add column manager_user_id bigint;
alter table membership add constraint membership_manager foreign key (account_id, manager_user_id)
  references membership (account_id, user_id) on delete set null (manager_user_id);
alter table membership add constraint membership_manager_is_another check (manager_user_id <> user_id);
create index membership_by_manager on membership (account_id, manager_user_id);
comment on column membership.manager_user_id is
  'To whom they report, as an administrator says. Of people of a directory the directory says it, and this is null.';

alter table contact add column handed_on_at timestamptz;
comment on column contact.handed_on_at is
  'When others of the company were asked in place of this one, who is no help any more; once for an address.';
create index contact_to_hand_on on contact (account_id, contact_id)
  where handed_on_at is null and (bounced_at is not null or escalated_at is not null
    or end_reason in ('NOT_ME', 'DECLINED', 'NO_ANSWER'));
comment on index contact_to_hand_on is 'Those who were just lost; all others were looked at already.';

-- Whoever was lost before is known to the buyer since: nobody is written to because of an upgrade.
do $$
declare
  each_account bigint;
begin
  perform set_config('app.directory', 'on', true);
  for each_account in select account_id from account order by account_id loop
    perform set_config('app.account', each_account::text, true);
    update contact set handed_on_at = account_now(each_account)
    where account_id = each_account and (bounced_at is not null or escalated_at is not null
      or end_reason in ('NOT_ME', 'DECLINED', 'NO_ANSWER'));
  end loop;
  perform set_config('app.account', '', true), set_config('app.directory', '', true);
end
$$;
