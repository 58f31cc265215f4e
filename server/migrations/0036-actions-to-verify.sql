-- Corrective actions whose evidence waits for somebody of the account, in the order of My work.

create index corrective_action_submitted on corrective_action (account_id, due_on, action_id)
  include (finding_id, thirdparty_id) where state = 'SUBMITTED';
comment on index corrective_action_submitted is
  'Actions whose evidence somebody has to verify, by the day they are due.';
