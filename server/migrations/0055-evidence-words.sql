-- People search in what was read in files.

create table evidence_word (
  account_id bigint not null,
  evidence_id bigint not null,
  word text collate "C" not null check (length(word) between 2 and 60),
  primary key (account_id, evidence_id, word),
  foreign key (account_id, evidence_id) references evidence (account_id, evidence_id)
);
comment on table evidence_word is
  'The words that were read in a file that was checked, as search_text folds them, for searches. A table and a B-tree as '
  'for the words of names: row security lets no operator of the text indexes reach an index. It goes with the file.';
comment on column evidence_word.word is 'Numbers that are printed in groups stand here in one piece, too.';
create index evidence_word_search on evidence_word (account_id, word, evidence_id);
comment on index evidence_word_search is 'Which files hold a word that begins like this?';
select protect_account_table('evidence_word', 'select, insert, delete');
select fence_units('evidence_word', 'exists (select from evidence e
  where e.account_id = evidence_word.account_id and e.evidence_id = evidence_word.evidence_id)');
