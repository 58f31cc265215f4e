import type pg from 'pg'
import { settleDossiers } from '../../server/src/domain/evaluation/index.ts'
import { recomputeTask } from '../../server/src/domain/indicators/index.ts'
import type { Db } from '../../server/src/platform/db/index.ts'
import { jobScope, systemClock } from '../../server/src/platform/kernel/index.ts'

const log = { info: () => undefined, warn: console.warn, error: console.error }

/** Of those the product has not answered itself: nine pieces of twenty have an accepted answer that ends some day, two wait for a decision, one was refused. */
const answers = `
  with numbered as (
    select d.*, row_number() over (order by document_id) as n from document d where account_id = $1
      and not exists (select from response r where r.account_id = $1 and r.document_id = d.document_id)),
  planned as (
    select *, case when n % 20 < 9 then 'ACCEPTED' when n % 20 < 11 then 'PENDING' else 'DENIED' end as state,
      now() - make_interval(days => (n * 13 % 84)::int) as sent
    from numbered where n % 20 < 12),
  given as (
    insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter,
      effective_date, expiration_date, submitted_at, submitted_by_type, decision_number, decided_at, created_at,
      updated_at)
    select account_id, document_id, dossier_id, thirdparty_id, state, 'DOSSIER', 'FOURNISSEUR', sent::date,
      case when state <> 'DENIED' then current_date + 1 + (n * 37 % 400)::int end, sent, 'CONTACT',
      case when state <> 'PENDING' then 1 end, case when state <> 'PENDING' then now() end, sent, sent
    from planned returning account_id, response_id, document_id, dossier_id, state, decision_number, submitted_at),
  decided as (
    insert into decision (account_id, response_id, number, verdict, origin, decided_by_type, decided_at, comment)
    select account_id, response_id, decision_number, case state when 'DENIED' then 'REJECTION' else 'ACCEPTANCE' end,
      'REVIEW', 'USER', now(), case when state = 'DENIED' then 'The name is not that of the company.' end
    from given where decision_number is not null)
  insert into evidence (account_id, response_id, document_id, dossier_id, kind, file_name, file_size, content_type,
    object_key, sha256, file_state, format, issuer, transmitter, metadata, upload_date)
  select account_id, response_id, document_id, dossier_id, 'FILE', 'piece-' || document_id || '.pdf', 48000,
    'application/pdf', account_id || '/none', sha256(''), 'CLEAN', 'ORIGINALNUMERIQUE', 'DO', 'FOURNISSEUR', '{}',
    submitted_at
  from given`

const contacts = `
  insert into contact (account_id, thirdparty_id, email, first_name, last_name, language, invited_at,
    last_invited_at, created_at, updated_at)
  select account_id, thirdparty_id, 'desk-' || thirdparty_id || '@supplier.example', 'Camille', 'Martin',
    (array['fr', 'en'])[1 + thirdparty_id % 2], now(), now(), now(), now()
  from thirdparty where account_id = $1`

const mails = `
  insert into mail (account_id, dedupe_key, template, recipient, language, subject, body_text, body_html, message_id,
    status, sent_at, contact_id)
  select account_id, 'bench:' || contact_id, 'invitation', email, language, 'Your documents are awaited',
    repeat('Please send them. ', 60), repeat('<p>Please send them.</p>', 60), contact_id || '@bench.example', 'SENT',
    now(), contact_id
  from contact where account_id = $1`

const comments = `
  insert into comment (account_id, thirdparty_id, text, author_type, author_key, author_name, created_at)
  select account_id, thirdparty_id, 'Asked for news by telephone.', 'API_CLIENT', 'bench', 'Bench', now()
  from thirdparty where account_id = $1 and thirdparty_id % 5 = 0`

const spreadDates = `
  update document set due_date = current_date - 30 + (document_id % 120)::int where account_id = $1`
const spreadEnds = `
  update dossier set expiration_date = current_date + 1 + (dossier_id * 7 % 365)::int where account_id = $1`
const spreadWaiting = `
  update document set status_since = status_since - make_interval(days => (document_id % 40)::int)
  where account_id = $1 and status_reason = 'AWAITING_REVIEW'`

/**
 * Gives an account with open dossiers a life of some weeks: answers in every state, ends over a year, contacts, mails
 * and comments. Statuses, summaries and indicators are then made by the product itself.
 */
export async function enliven(db: Db, client: pg.Client, accountId: number): Promise<void> {
  const scope = jobScope(accountId, 'bench')
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  for (const statement of [answers, contacts, mails, comments, spreadDates, spreadEnds]) {
    await client.query(statement, [accountId])
  }
  const { rows } = await client.query<{ id: string }>(
    'select dossier_id as id from dossier where account_id = $1 order by 1',
    [accountId],
  )
  const ids = rows.map(({ id }) => Number(id))
  for (let from = 0; from < ids.length; from += 200) {
    await db.write(scope, (tx) => settleDossiers(tx, scope, ids.slice(from, from + 200)))
  }
  await client.query(spreadWaiting, [accountId])
  await recomputeTask(
    { accountId, thirdpartyIds: null },
    {
      db,
      scope,
      clock: systemClock,
      attempt: 1,
      isLastAttempt: true,
      signal: new AbortController().signal,
      log,
    },
  )
}
