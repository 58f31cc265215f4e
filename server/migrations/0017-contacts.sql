-- People of a third party whom the account writes to.
create table contact (
  account_id bigint not null,
  contact_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  email text not null check (length(email) between 3 and 254),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  language text not null default 'fr' check (language in ('fr', 'en')),
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, contact_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('contact', 'select, insert, update');
create unique index contact_email on contact (account_id, thirdparty_id, lower(email)) where deleted_at is null;
create index contact_of_thirdparty on contact (account_id, thirdparty_id, contact_id);
create index contact_by_email on contact (account_id, lower(email));
