-- What an account lets agents do: programs that read and write through a model context.

create table agent_policy (
  account_id bigint primary key references account,
  access text not null check (access in ('OFF', 'READ', 'WRITE')),
  version integer not null default 1
);
comment on table agent_policy is
  'What an account lets agents do in the name of its people. No row: they may read what the person may read.';
select protect_account_table('agent_policy', 'select, insert, update');
