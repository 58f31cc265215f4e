-- News that speaks badly of a company is reviewed like a hit on a list.

alter table datahub_news add column summary text check (length(summary) between 1 and 2000);
comment on column datahub_news.summary is 'The first words of the article, where the provider tells them.';
-- A provider may correct what it delivered.
grant update on datahub_news to vigie_app;

alter table datahub_monitoring add column heard_at timestamptz;
comment on column datahub_monitoring.heard_at is
  'When the provider last answered about the third party, also to say that there is nothing new.';
create index datahub_monitoring_heard on datahub_monitoring (account_id, provider, heard_at)
  where active and heard_at is not null;
comment on index datahub_monitoring_heard is 'When a provider that sends by itself was last heard at all.';

alter table screening_run drop constraint screening_run_trigger_check;
alter table screening_run add constraint screening_run_trigger_check check (trigger in (
  'ADDED', 'SUBJECT_CHANGED', 'LIST_CHANGED', 'DAILY', 'SETTINGS_CHANGED', 'REQUESTED', 'NEWS'));
