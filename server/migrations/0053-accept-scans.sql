-- An account may let the checks accept what was surely read from a picture.

alter table check_policy add column accept_scans boolean not null default false;
comment on column check_policy.accept_scans is
  'Whether scans that were read surely may be accepted alone too, though a change in a picture leaves no trace.';
