-- What screening knows of people is erased with them, and ends with its retention.

grant update (comment), delete on screening_decision to vigie_app;
comment on table screening_decision is
  'What people decided about hits, and why. Never changed, but for the words, which are erased with the person they '
  'are about; it ends with its hit.';

-- An account may keep a list of sanctions or exposed persons of its own, as the demonstration does.
alter table watchlist drop constraint watchlist_own_has_owner;
alter table watchlist add constraint watchlist_own_has_owner
  check (list_class <> 'OWN' or owner_account_id is not null);

create index screening_hit_ended on screening_hit (account_id, updated_at) where state = 'ENDED';
create index screening_subject_ended on screening_subject (account_id, ended_at) where ended_at is not null;
