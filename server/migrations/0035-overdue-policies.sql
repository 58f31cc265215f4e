-- What follows when a dossier is not answered in time.

create table overdue_policy (
  account_id bigint not null,
  type_code text not null,
  action_days integer check (action_days between 0 and 3660),
  escalation_days integer check (escalation_days between 0 and 3660),
  version integer not null default 1,
  primary key (account_id, type_code),
  foreign key (account_id, type_code) references dossier_type (account_id, code),
  constraint overdue_policy_says_something check (num_nonnulls(action_days, escalation_days) > 0)
);
comment on table overdue_policy is
  'What an account wants to follow when dossiers of a type are not answered in time. No row: nothing.';
comment on column overdue_policy.action_days is
  'So many days after its due date an unanswered dossier asks for action; null: never.';
comment on column overdue_policy.escalation_days is
  'So many days after its due date the duty holder gets a task; null: never.';
select protect_account_table('overdue_policy', 'select, insert, update, delete');
