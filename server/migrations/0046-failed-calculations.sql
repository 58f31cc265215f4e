-- Which calculated attributes of a third party or dossier have no value because their calculation failed, and why. No
-- row, no failure.
create table attribute_failure (
  account_id bigint not null,
  subject bigint not null,
  attribute_id bigint not null,
  failure text not null check (failure in ('ERROR', 'TOO_MANY_STEPS', 'OUT_OF_TIME')),
  failed_at timestamptz not null,
  primary key (account_id, subject, attribute_id),
  foreign key (account_id, attribute_id) references attribute_definition
);
select protect_account_table('attribute_failure', 'select, insert, update, delete');
create index attribute_failure_of on attribute_failure (account_id, attribute_id);

-- What an expression may take at worst; null for those accepted before it was counted.
alter table attribute_definition add column steps integer check (steps > 0),
  add check (steps is null or expression is not null);
