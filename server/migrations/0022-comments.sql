-- What people of the account tell one another about a third party, one of its dossiers or one of their documents.
-- Earlier wordings are in the journal, sealed for their author.
create table comment (
  account_id bigint not null,
  comment_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  -- Absent on what is written about the third party itself; without document, it is about the dossier.
  dossier_id bigint,
  document_id bigint,
  text text not null check (length(text) <= 4000),
  author_type text not null check (author_type in ('USER', 'API_CLIENT')),
  author_id bigint,
  -- Only of a caller an outside issuer vouches for, who has no row to read a name from.
  author_name text check (length(author_name) between 1 and 200),
  -- Who may edit: the same over all tokens of a person or client.
  author_key text not null check (length(author_key) between 1 and 200),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (account_id, comment_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, dossier_id) references dossier,
  foreign key (account_id, document_id) references document,
  check (document_id is null or dossier_id is not null),
  check ((text = '') = (deleted_at is not null))
);
select protect_account_table('comment', 'select, insert, update');
-- Each list reads one range of one of these, in order.
create index comment_of_thirdparty on comment (account_id, thirdparty_id, dossier_id, document_id, comment_id);
create index comment_of_dossier on comment (account_id, dossier_id, document_id, comment_id);
create index comment_of_document on comment (account_id, document_id, comment_id);

create table comment_mention (
  account_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null references app_user,
  primary key (account_id, comment_id, user_id),
  foreign key (account_id, comment_id) references comment
);
select protect_account_table('comment_mention', 'select, insert, delete');
create index comment_mention_user on comment_mention (user_id);
