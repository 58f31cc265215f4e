-- What legal gazettes announced of the companies of a portfolio, each announcement once.
create table thirdparty_announcement (
  account_id bigint not null,
  thirdparty_id bigint not null,
  announcement_key text not null check (length(announcement_key) between 1 and 64),
  published_on date not null,
  -- As it was read, in the words of its publisher.
  announcement jsonb not null,
  seen_at timestamptz not null,
  primary key (account_id, thirdparty_id, announcement_key),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('thirdparty_announcement', 'select, insert, update');
create index thirdparty_announcement_newest
  on thirdparty_announcement (account_id, thirdparty_id, published_on, announcement_key);

-- Whose announcements are followed, and when they are asked for next.
create table announcement_watch (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamptz not null,
  -- The day up to which everything has been read; null before the first answer.
  read_until date,
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('announcement_watch', 'select, insert, update, delete');
create index announcement_watch_due on announcement_watch (account_id, due_at);
