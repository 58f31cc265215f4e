-- Who has to approve a dossier once all of its pieces are accepted, who stands in for them, and what they decided.

create table dossier_approval (
  account_id bigint not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  round integer not null default 1 check (round > 0),
  state text not null check (state in ('NOT_NEEDED', 'WAITING', 'IN_PROGRESS', 'APPROVED', 'REFUSED')),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  state_since timestamptz not null,
  primary key (account_id, dossier_id),
  foreign key (account_id, dossier_id) references dossier,
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table dossier_approval is
  'How far the approval of a dossier is, beside its status, which follows from its pieces alone. No row: nothing has '
  'begun yet. Held by the lock on the dossier.';
comment on column dossier_approval.round is
  'Raised whenever the approval starts again, because the dossier was no longer valid, came back from the archive, got '
  'other steps, or somebody asked for it. Steps of former rounds stay.';
comment on column dossier_approval.state is 'NOT_NEEDED: every step was skipped. WAITING: the dossier is not valid.';
comment on column dossier_approval.steps is 'The steps of the type, as they were when the round began.';
create index dossier_approval_thirdparty on dossier_approval (account_id, thirdparty_id);
select protect_account_table('dossier_approval', 'select, insert, update');
select fence_units('dossier_approval', '(select seen_thirdparties()) ?> thirdparty_id');

create table approval_step (
  account_id bigint not null,
  step_id bigint not null default nextval('vigie_id'),
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  round integer not null,
  position integer not null check (position between 1 and 10),
  key text not null check (length(key) between 1 and 60),
  role text,
  team_id bigint,
  unit_id bigint,
  need text not null check (need in ('ANY', 'ALL', 'COUNT')),
  need_count integer check (need_count between 1 and 20),
  due_days integer not null check (due_days between 1 and 365),
  state text not null check (state in ('WAITING', 'OPEN', 'APPROVED', 'REFUSED', 'SKIPPED', 'CLOSED')),
  opened_at timestamptz,
  due_date date,
  settled_at timestamptz,
  reminders integer not null default 0 check (reminders between 0 and 2),
  primary key (account_id, step_id),
  unique (account_id, dossier_id, round, position),
  foreign key (account_id, dossier_id) references dossier_approval,
  foreign key (account_id, thirdparty_id) references thirdparty,
  constraint approval_step_names_one check (num_nonnulls(role, team_id, unit_id) = 1),
  constraint approval_step_counts check ((need = 'COUNT') = (need_count is not null)),
  constraint approval_step_opened check (state not in ('OPEN', 'APPROVED', 'REFUSED')
    or opened_at is not null and due_date is not null)
);
comment on table approval_step is
  'One step of one round of an approval. Steps are open one after the other; CLOSED: the round ended before.';
comment on column approval_step.role is 'Who decides: people of this role, of team_id, or of unit_id.';
comment on column approval_step.team_id is
  'No foreign key, nor has unit_id: a step outlives what it names, and falls to the duty holder then.';
comment on column approval_step.reminders is '1 after the reminder before the due day, 2 after the one that follows it.';
create index approval_step_thirdparty on approval_step (account_id, thirdparty_id);
create index approval_step_open on approval_step (account_id, step_id) where state = 'OPEN';
comment on index approval_step_open is 'For the job that looks at all open steps.';
select protect_account_table('approval_step', 'select, insert, update');
select fence_units('approval_step', '(select seen_thirdparties()) ?> thirdparty_id');

create function step_is_seen(step bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.approval_step s
    where s.account_id = nullif(current_setting('app.account', true), '')::bigint and s.step_id = step);
end
$$;
comment on function step_is_seen is 'As thirdparty_is_seen, for what belongs to a step of an approval.';
revoke execute on function step_is_seen(bigint) from public;
grant execute on function step_is_seen(bigint) to vigie_app;

create table step_decider (
  account_id bigint not null,
  step_id bigint not null,
  person bigint not null,
  acts_as text not null check (acts_as in ('OWN', 'DELEGATE', 'SUBSTITUTE', 'DUTY')),
  for_person bigint,
  told_at timestamptz,
  primary key (account_id, step_id, person),
  foreign key (account_id, step_id) references approval_step
);
comment on table step_decider is
  'Who can decide on an open step and has not: for lists and mails. Decisions ask anew, so a row may be some minutes '
  'behind people who come, leave or are absent, and lets nobody decide.';
comment on column step_decider.for_person is 'In whose place, unless in their own.';
comment on column step_decider.told_at is 'When they were told by mail that the step waits for them.';
create index step_decider_person on step_decider (account_id, person, step_id);
comment on index step_decider_person is 'What waits for somebody, in the order of the list.';
select protect_account_table('step_decider', 'select, insert, update, delete');
select fence_units('step_decider', 'step_is_seen(step_id)');

create table step_decision (
  account_id bigint not null,
  step_id bigint not null,
  person bigint not null,
  acts_as text not null check (acts_as in ('OWN', 'DELEGATE', 'SUBSTITUTE', 'DUTY')),
  for_person bigint,
  outcome text not null check (outcome in ('APPROVED', 'REFUSED')),
  remark text check (length(remark) <= 4000),
  decided_at timestamptz not null,
  primary key (account_id, step_id, person),
  foreign key (account_id, step_id) references approval_step
);
comment on table step_decision is
  'What somebody decided on a step, once each. Rows are never changed: a decision counts also after its author has left.';
comment on column step_decision.person is 'As decision.decided_by.';
comment on column step_decision.for_person is 'As step_decider.for_person.';
comment on column step_decision.remark is 'As decision.comment.';
select protect_account_table('step_decision', 'select, insert');
select fence_units('step_decision', 'step_is_seen(step_id)');

create table step_delegation (
  account_id bigint not null,
  step_id bigint not null,
  from_person bigint not null,
  to_person bigint not null,
  delegated_at timestamptz not null,
  primary key (account_id, step_id, from_person, to_person),
  foreign key (account_id, step_id) references approval_step,
  constraint step_delegation_to_another check (from_person <> to_person)
);
comment on table step_delegation is 'Who may decide on a step in the place of somebody who asked them to. Never taken back.';
select protect_account_table('step_delegation', 'select, insert');
select fence_units('step_delegation', 'step_is_seen(step_id)');

create table absence (
  account_id bigint not null,
  user_id bigint not null,
  from_day date not null,
  until_day date not null,
  substitute_id bigint not null,
  primary key (account_id, user_id, from_day),
  foreign key (account_id, user_id) references membership on delete cascade,
  constraint absence_in_order check (from_day <= until_day),
  constraint absence_of_another check (substitute_id <> user_id)
);
comment on table absence is
  'When somebody is away, both days included, and who decides on approval steps in their place meanwhile.';
comment on column absence.substitute_id is
  'No foreign key: a substitute who has left helps nobody, but the person is still away, and the duty holder steps in.';
select protect_account_table('absence', 'select, insert, delete');

comment on table team is
  'People who answer for companies together, such as a purchasing group, or approve dossiers.';
