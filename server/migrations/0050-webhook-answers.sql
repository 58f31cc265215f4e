-- Whoever may read the log of a webhook must not read through us what stands at its address: of an answer only its kind
-- and its length are kept. What was kept so far goes.
alter table webhook_attempt
  add column answer_type text check (length(answer_type) <= 100),
  add column answer_bytes integer check (answer_bytes >= 0),
  drop column answer;
