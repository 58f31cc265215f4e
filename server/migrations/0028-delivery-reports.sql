alter table mail
  add column delivery text check (delivery in ('DELAYED', 'DELIVERED', 'BOUNCED', 'COMPLAINED')),
  add column delivery_at timestamptz,
  add constraint mail_delivery_whole check ((delivery is null) = (delivery_at is null));
comment on column mail.delivery is
  'The gravest thing the relay has reported of it, in the order of the list: a report that comes again, or late, '
  'changes nothing.';
comment on column mail.delivery_at is 'When that happened, by the clock of the relay.';
create index mail_message on mail (account_id, message_id);
comment on index mail_message is 'Which mail a report of the relay is about; its Message-ID names the account.';
comment on column mail.message_id is
  'Fixed when written, and names the account, so that a report of the relay finds it; the domain of the sender is '
  'added before the first attempt. A repeat after a crash bears the same one, so mail systems can fold it.';
