-- What the service answers itself: hits that wait for a person, and requests that nobody can answer yet.

alter table document add column no_source boolean not null default false;
comment on column document.no_source is
  'Of a check: there is nobody whom the service could ask. Until there is, a person of the account may answer by hand.';

alter table response
  add column hit text check (hit in ('OPEN', 'TRUE_MATCH')),
  add column fingerprint text check (length(fingerprint) between 1 and 200),
  add constraint response_hit_not_in_force
    check (hit is null or state in ('PENDING', 'DENIED', 'SUPERSEDED', 'DELETED'));
comment on column response.hit is
  'What a check found and only a decision on the hit undoes: OPEN waits for one, TRUE_MATCH was confirmed.';
comment on column response.fingerprint is
  'Of an answer of the service, what it found, without what differs each time: the same again is no new answer.';
comment on constraint response_hit_not_in_force on response is 'No answer is in force while what it found stands.';

alter table check_result drop constraint check_result_origin_check;
alter table check_result add constraint check_result_origin_check check (
  origin in ('SERVICE', 'PROVIDER', 'REGISTER', 'REUSE', 'SCREENING', 'NEWS', 'DATA_HUB'));
comment on column check_result.origin is
  'Who concluded: SERVICE, our own checks; PROVIDER, a verification of one file added to what was known; REGISTER, '
  'an answer that is what a register said; REUSE, an answer that repeats one of another dossier; SCREENING, NEWS and '
  'DATA_HUB, an answer that is what lists, news or a provider of data said.';
alter table decision drop constraint decision_origin_check;
alter table decision add constraint decision_origin_check check (
  origin in ('REVIEW', 'CHECKS', 'REGISTER', 'REUSE', 'REVOCATION', 'SCREENING', 'NEWS', 'DATA_HUB'));
comment on column decision.origin is
  'REVIEW: somebody decided. CHECKS: they passed, and the account lets them decide. REGISTER: a register says so. '
  'SCREENING, NEWS, DATA_HUB: so do lists, news or a provider of data. REUSE: accepted in another dossier. REVOCATION: '
  'the answer it repeats was revoked there.';

-- What nobody can answer is not late.
drop index document_falling_due;
create index document_falling_due on document (account_id, due_date, document_id)
  include (thirdparty_id, dossier_id, alternative_group)
  where stopped_at is null and required and due_date is not null
    and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') and status_reason <> 'NO_SOURCE';
comment on index document_falling_due is
  'What the forecast tells of requests that fall due, without a look at the request itself.';
drop index document_by_due_date;
create index document_by_due_date
  on document (account_id, status, (case when due_date is null then 'infinity'::date else due_date end), document_id)
  include (due_date, code, type_version, dossier_id, required, status_reason) where stopped_at is null;
comment on index document_by_due_date is
  'Of each status, by due date. What has no date comes after all that has one, as in dossier_by_due_date.';
