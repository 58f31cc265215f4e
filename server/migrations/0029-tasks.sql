-- What somebody has to do, what was said of it, and what somebody has yet to read.

create table task (
  account_id bigint not null references account,
  task_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  title text check (length(title) between 1 and 200),
  title_key text check (length(title_key) between 1 and 100),
  title_values jsonb check (jsonb_typeof(title_values) = 'object'),
  details text check (length(details) between 1 and 4000),
  link text check (length(link) <= 2000 and link like '/%'),
  user_id bigint,
  team_id bigint,
  due_on date,
  origin_kind text not null check (length(origin_kind) between 1 and 50),
  origin_key text check (length(origin_key) between 1 and 200),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'CANCELLED')),
  maker_type text not null check (maker_type in ('USER', 'API_CLIENT', 'CONTACT', 'JOB', 'PROVIDER')),
  maker_id bigint,
  maker_name text check (length(maker_name) between 1 and 200),
  maker_key text check (length(maker_key) between 1 and 200),
  created_at timestamptz not null,
  closed_at timestamptz,
  urgent_at timestamptz not null
    generated always as (coalesce(due_on::timestamp at time zone 'UTC', created_at)) stored,
  version integer not null default 1,
  primary key (account_id, task_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, thirdparty_id, dossier_id) references dossier (account_id, thirdparty_id, dossier_id),
  foreign key (account_id, dossier_id, document_id) references document (account_id, dossier_id, document_id),
  constraint task_document_within_dossier check (document_id is null or dossier_id is not null),
  constraint task_dossier_of_thirdparty check (dossier_id is null or thirdparty_id is not null),
  constraint task_has_one_title check (num_nonnulls(title, title_key) = 1),
  constraint task_values_of_key check (title_values is null or title_key is not null),
  constraint task_names_one check (num_nonnulls(user_id, team_id) <= 1),
  constraint task_closed_once_not_open check ((state = 'OPEN') = (closed_at is null))
);
comment on table task is
  'Something to do: about a third party, one of its dossiers or one of their documents, or about nothing of them.';
comment on column task.title is 'In the words of whoever made it; the product''s own titles have a key instead.';
comment on column task.title_key is
  'A title of the product, told in the language of its reader. The words are those of the program and not of the '
  'schema, and so are the kinds of origins.';
comment on column task.link is
  'Where to go on if not to what it is about, such as a filtered list: a path of the API behind the account.';
comment on column task.user_id is
  'Whose it is. Neither a person nor a team: whoever answers for what it is about, asked at each reading. No foreign '
  'key: somebody who has left stays named, and until it is handed over it falls to the next in line.';
comment on column task.team_id is
  'As user_id. No foreign key either: what a team has done stays told after it was deleted; one with open tasks is not.';
comment on column task.origin_key is
  'What it came from, such as a rule and a company: nothing is opened twice while it is open. Null if people made it.';
comment on column task.maker_id is 'As comment.author_id.';
comment on column task.maker_name is 'As comment.author_name.';
comment on column task.maker_key is 'As comment.author_key: the maker may finish it. Null for what the product made.';
comment on column task.urgent_at is
  'The day it is due, or else the moment it was made: the place among everything that waits for somebody.';
comment on column task.version is 'Raised by every change; the ETag.';
create unique index task_of_origin on task (account_id, origin_key) where state = 'OPEN';
comment on index task_of_origin is 'What is open is not opened again: the index decides, not a prior read.';
create index task_list on task (account_id, state, urgent_at, task_id);
create index task_of_person on task (account_id, user_id, urgent_at, task_id)
  where state = 'OPEN' and user_id is not null;
comment on index task_of_person is 'What somebody has to do, the most urgent first. The same for teams.';
create index task_of_team on task (account_id, team_id, urgent_at, task_id)
  where state = 'OPEN' and team_id is not null;
create index task_of_nobody on task (account_id, urgent_at, task_id)
  where state = 'OPEN' and user_id is null and team_id is null;
comment on index task_of_nobody is 'What is for whoever answers for it.';
create index task_of_thirdparty on task (account_id, thirdparty_id, urgent_at, task_id);
create index task_of_dossier on task (account_id, dossier_id, urgent_at, task_id);
create index task_of_document on task (account_id, document_id);
select protect_account_table('task', 'select, insert, update');
select fence_units('task', 'thirdparty_id is null or (select seen_thirdparties()) ?> thirdparty_id');

create function task_is_seen(task bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.task t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.task_id = task);
end
$$;
comment on function task_is_seen is 'As thirdparty_is_seen, for what belongs to a task.';
revoke execute on function task_is_seen(bigint) from public;
grant execute on function task_is_seen(bigint) to vigie_app;

create table task_note (
  account_id bigint not null,
  note_id bigint not null default nextval('vigie_id'),
  task_id bigint not null,
  act text not null check (act in ('COMMENT', 'DONE', 'CANCELLED', 'REOPENED')),
  text text check (length(text) between 1 and 4000),
  author_type text not null check (author_type in ('USER', 'API_CLIENT', 'CONTACT', 'JOB', 'PROVIDER')),
  author_id bigint,
  author_name text check (length(author_name) between 1 and 200),
  created_at timestamptz not null,
  primary key (account_id, note_id),
  foreign key (account_id, task_id) references task,
  constraint task_note_comment_has_text check (act <> 'COMMENT' or text is not null)
);
comment on table task_note is
  'What people said of a task, and who closed it or opened it again, with their reason. Nothing of it is changed.';
comment on column task_note.author_id is 'As comment.author_id.';
comment on column task_note.author_name is 'As comment.author_name.';
create index task_note_of_task on task_note (account_id, task_id, note_id);
select protect_account_table('task_note', 'select, insert');
select fence_units('task_note', 'task_is_seen(task_id)');

create table unread_mention (
  account_id bigint not null,
  user_id bigint not null,
  comment_id bigint not null,
  since timestamptz not null,
  primary key (account_id, user_id, comment_id),
  foreign key (account_id, comment_id, user_id) references comment_mention on delete cascade
);
comment on table unread_mention is
  'Mentions that somebody has yet to read. A table of its own, so that what was read long ago is not looked through.';
create index unread_mention_eldest on unread_mention (account_id, user_id, since, comment_id);
comment on index unread_mention_eldest is 'What has waited longest first.';
select protect_account_table('unread_mention', 'select, insert, delete');
select fence_units('unread_mention', 'comment_is_seen(comment_id)');

create index dossier_unfinished on dossier (account_id, due_date, dossier_id)
  where archived_at is null and due_date is not null and status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED');
comment on index dossier_unfinished is
  'What is late and not finished, the latest first. dossier_by_due_date would lead through all that was finished in time.';
create index document_awaiting_review on document (account_id, status_since, document_id)
  where stopped_at is null and status_reason = 'AWAITING_REVIEW';
comment on index document_awaiting_review is 'Answers that somebody has to decide on, the one that waits longest first.';
