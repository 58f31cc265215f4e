-- Whether the account works with a company: what was decided, until when, and what makes somebody decide anew.

alter table thirdparty add column relationship text not null default 'NONE'
  check (relationship in ('NONE', 'APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED'));
comment on column thirdparty.relationship is 'NONE: nobody has decided yet. In the record, because whoever buys asks for it there.';
alter table thirdparty add column relationship_until date;
comment on column thirdparty.relationship_until is 'The last day of the decision; null: until somebody decides anew.';
alter table thirdparty add column relationship_review text
  check (relationship_review in ('EXPIRY', 'DOSSIER_INVALID', 'COLLECTIVE_PROCEDURE', 'STRUCK_OFF', 'LIST_HIT'));
comment on column thirdparty.relationship_review is 'Why it has to be decided anew; null while it has not.';
alter table thirdparty add column relationship_review_on date;
alter table thirdparty add column relationship_version integer not null default 0;
comment on column thirdparty.relationship_version is 'The number of its last relationship_change; the ETag of the decision.';
alter table thirdparty add constraint thirdparty_review_has_day
  check ((relationship_review is null) = (relationship_review_on is null));
create index thirdparty_by_relationship on thirdparty (account_id, relationship, thirdparty_id) include (archived_at);
create index thirdparty_to_review on thirdparty (account_id, thirdparty_id) include (archived_at)
  where relationship_review is not null;
comment on index thirdparty_to_review is 'What waits for a decision, in the order of the list; most companies do not.';
create index thirdparty_relationship_end on thirdparty (account_id, relationship_until)
  where relationship_until is not null;
comment on index thirdparty_relationship_end is 'Which decisions have ended, asked every night.';

create or replace function thirdparty_wire(t thirdparty) returns text
language sql stable
return concat(
  '{"thirdpartyId":', t.thirdparty_id, ',"code":', wire_json(t.code),
  ',"legalIdentifier":{"code":"', t.identifier_code, '","value":', wire_json(t.identifier_value),
  '},"source":"', t.source, '","identityStatus":"', t.identity_status,
  '","name":', wire_json(t.name), ',"tradeName":', wire_json(t.trade_name),
  ',"siren":', wire_word(t.siren), ',"siret":', wire_word(t.siret), ',"vatNumber":', wire_json(t.vat_number),
  ',"duns":', wire_word(t.duns), ',"lei":', wire_word(t.lei), ',"localId":', wire_json(t.local_id),
  ',"countryCode":', wire_word(t.country_code), ',"legalForm":', wire_json(t.legal_form),
  ',"headOffice":', wire_json(t.head_office), ',"nafCode":', wire_json(t.naf_code),
  ',"mainActivity":', wire_json(t.main_activity), ',"activityScheme":', wire_json(t.activity_scheme),
  ',"executives":', t.executives, ',"headcount":', wire_json(t.headcount),
  ',"creationDate":', wire_json(t.creation_date), ',"closureDate":', wire_json(t.closure_date),
  ',"status":"', t.status, '","statusDetail":', wire_json(t.status_detail),
  ',"statusSince":', wire_json(t.status_since),
  ',"relationship":{"state":"', t.relationship, '","validUntil":', wire_json(t.relationship_until),
  ',"toReview":', case when t.relationship_review is null then 'null'
    else concat('{"cause":"', t.relationship_review, '","since":', wire_json(t.relationship_review_on), '}') end,
  '},"archived":', case when t.archived_at is null then 'false' else 'true' end,
  ',"archivedAt":', wire_word(wire_time(t.archived_at)), ',"provenance":', t.provenance,
  ',"createdAt":"', wire_time(t.created_at), '","updatedAt":"', wire_time(t.updated_at), '"}');

create table relationship_change (
  account_id bigint not null,
  thirdparty_id bigint not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('DECIDED', 'REOPENED')),
  state text not null check (state in ('APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED')),
  reason text check (length(reason) between 1 and 4000),
  coverage text check (length(coverage) between 1 and 1000),
  valid_until date,
  conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array'),
  known jsonb check (jsonb_typeof(known) = 'object'),
  cause text check (cause in ('EXPIRY', 'DOSSIER_INVALID', 'COLLECTIVE_PROCEDURE', 'STRUCK_OFF', 'LIST_HIT')),
  changed_by_type text not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (account_id, thirdparty_id, number),
  foreign key (account_id, thirdparty_id) references thirdparty,
  constraint relationship_change_says_why check (case kind
    when 'DECIDED' then reason is not null and known is not null and cause is null
    else cause is not null and reason is null and known is null end)
);
comment on table relationship_change is
  'What was decided about working with a company, by whom and why, and what reopened it. Never changed.';
comment on column relationship_change.state is 'What holds from then on.';
comment on column relationship_change.coverage is 'For what it was decided, such as a country or a kind of purchase; null: for all.';
comment on column relationship_change.conditions is 'What was demanded, each with its day and the task it became.';
comment on column relationship_change.known is
  'What was known of the company when it was decided: its status, its invalid dossiers, its hits. A fact that somebody '
  'decided about does not reopen their decision. The facts themselves, because a moment cannot tell what a change that '
  'was committed meanwhile had not yet shown.';
comment on column relationship_change.changed_by is 'As subject_owner.user_id.';
select protect_account_table('relationship_change', 'select, insert');
select fence_units('relationship_change', '(select seen_thirdparties()) ?> thirdparty_id');

create table relationship_policy (
  account_id bigint primary key references account,
  expiry text not null check (expiry in ('OFF', 'ASK', 'SUSPEND')),
  dossier_invalid text not null check (dossier_invalid in ('OFF', 'ASK', 'SUSPEND')),
  collective_procedure text not null check (collective_procedure in ('OFF', 'ASK', 'SUSPEND')),
  struck_off text not null check (struck_off in ('OFF', 'ASK', 'SUSPEND')),
  list_hit text not null check (list_hit in ('OFF', 'ASK', 'SUSPEND')),
  version integer not null default 1
);
comment on table relationship_policy is
  'What reopens a decision, and whether it then stays in force or the company is suspended until somebody decides. No '
  'row: the end of its validity asks for a new one, and nothing else does.';
comment on column relationship_policy.version is 'Raised by every change; the ETag.';
select protect_account_table('relationship_policy', 'select, insert, update');

-- Records are stored as they are sent: those that are there say it too.
do $$
declare
  each_account bigint;
begin
  perform set_config('app.directory', 'on', true);
  for each_account in select account_id from account order by account_id loop
    perform set_config('app.account', each_account::text, true);
    update thirdparty set relationship = 'NONE' where account_id = each_account;
  end loop;
  perform set_config('app.account', '', true), set_config('app.directory', '', true);
end
$$;
