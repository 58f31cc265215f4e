-- Lists of large accounts. What they are filtered by lies beside what they are ordered by, so that a filter that few
-- rows pass goes over the others without reading them.
drop index thirdparty_by_status, thirdparty_by_country, thirdparty_by_source, thirdparty_by_identity_status;
create index thirdparty_by_status on thirdparty (account_id, status, thirdparty_id) include (archived_at);
create index thirdparty_by_country on thirdparty (account_id, country_code, thirdparty_id) include (archived_at);
create index thirdparty_by_source on thirdparty (account_id, source, thirdparty_id) include (archived_at);
create index thirdparty_by_identity_status on thirdparty (account_id, identity_status, thirdparty_id)
  include (archived_at);

drop index document_queue, document_by_due_date, document_by_end;
create index document_queue on document (account_id, status, status_since, document_id)
  include (code, type_version, dossier_id) where stopped_at is null;
-- What has no date comes after all that has one. Row security lets no coalesce lead along an index, but cases.
create index document_by_due_date
  on document (account_id, (case when due_date is null then 'infinity'::date else due_date end), document_id)
  include (due_date, status, code, type_version, dossier_id, required) where stopped_at is null;
create index document_by_end
  on document (account_id, (case when expiration_date is null then 'infinity'::date else expiration_date end),
    document_id) where stopped_at is null;
-- What is asked for no longer: a list of its own, and what retention looks at.
create index document_stopped on document (account_id, stopped_at, document_id) where stopped_at is not null;

drop index dossier_list, dossier_by_due_date, dossier_by_end;
create index dossier_list on dossier (account_id, dossier_id) include (type_code, status, origin)
  where archived_at is null;
create index dossier_by_kind on dossier (account_id, type_code, status, dossier_id) where archived_at is null;
create index dossier_by_due_date
  on dossier (account_id, (case when due_date is null then 'infinity'::date else due_date end), dossier_id)
  include (due_date, type_code, status, origin) where archived_at is null;
create index dossier_by_end
  on dossier (account_id, (case when expiration_date is null then 'infinity'::date else expiration_date end),
    dossier_id)
  include (expiration_date, type_code, status, origin) where archived_at is null;

-- What falls due, without a look at the piece itself.
drop index document_falling_due;
create index document_falling_due on document (account_id, due_date, document_id)
  include (thirdparty_id, dossier_id, alternative_group)
  where stopped_at is null and required and due_date is not null
    and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID');
