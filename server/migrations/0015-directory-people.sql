alter table app_user add column directory_account_id bigint references account;
comment on column app_user.directory_account_id is
  'The account whose own directory the person comes from, by single sign-on or provisioning. Such a person is a '
  'member of that account alone and has no password; whoever has the same address elsewhere is somebody else. Null '
  'for people who joined by invitation.';

drop index app_user_email;
create unique index app_user_email on app_user (email) where directory_account_id is null;
create unique index app_user_directory_email on app_user (directory_account_id, email);
comment on index app_user_directory_email is
  'An address names one person within a directory. No account can lay hands on a person of the installation by '
  'writing their address into its directory.';
alter table app_user add constraint app_user_directory_no_password
  check (directory_account_id is null or password_hash is null);
