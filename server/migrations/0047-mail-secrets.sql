-- What lets the reader of a mail in stands apart from its words, so that it can be left out of what the mailbox shows and
-- be forgotten as soon as the mail is settled. In the words a mark (U+E000) keeps its place.
alter table mail add column secret text;
comment on column mail.secret is
  'the end of the link that lets the recipient in, until the mail is settled; kept longer in sandboxes without a relay alone';

-- Mails written before: links of those that still wait are set apart, those of the others are forgotten.
alter table mail no force row level security;
alter table account no force row level security;
update mail m set
  secret = case when m.status = 'QUEUED' or (a.kind = 'SANDBOX' and m.status = 'SENT')
    then substring(m.body_text from '#(?:link|token)=([A-Za-z0-9._~-]+)') end,
  body_text = regexp_replace(m.body_text, '(#(?:link|token)=)[A-Za-z0-9._~-]+', E'\\1\uE000', 'g'),
  body_html = regexp_replace(m.body_html, '(#(?:link|token)=)[A-Za-z0-9._~-]+', E'\\1\uE000', 'g')
from account a
where a.account_id = m.account_id and m.body_text ~ '#(?:link|token)=[A-Za-z0-9._~-]';
alter table account force row level security;
alter table mail force row level security;
