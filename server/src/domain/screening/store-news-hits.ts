import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { nameSubjects } from './name-subjects.ts'
import { recordHitChanges } from './record-hit-changes.ts'
import { screeningSettings } from './settings.ts'
import { describeNews, type NewsChange, type NewsFound } from './settle-news.ts'
import { endHits, enqueueLegalCompliance } from './store-hits.ts'
import { storeRun } from './store-run.ts'
import { storeSubjects } from './store-subjects.ts'
import { subjectFacts } from './subject-facts.queries.ts'

interface Reviewed {
  readonly thirdpartyId: number
  /** Of the provider. */
  readonly label: string
}

export async function storeNewsChanges(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, label }: Reviewed,
  changes: readonly NewsChange[],
): Promise<void> {
  const opened = changes.flatMap((change) =>
    change.kind === 'OPEN' ? [describeNews(change.item, label)] : [],
  )
  const compared = changes.flatMap((change) =>
    change.kind === 'COMPARE'
      ? [{ hitId: change.hitId, why: change.why, ...describeNews(change.item, label) }]
      : [],
  )
  const ended = changes.flatMap((change) => (change.kind === 'END' ? [change.hitId] : []))
  if (changes.length > 0) await enqueueLegalCompliance(tx, scope, thirdpartyId)
  if (ended.length > 0) await endHits(tx, scope, ended)
  if (opened.length + compared.length === 0) return
  const subjectId = await companySubject(tx, scope, thirdpartyId)
  if (subjectId === null) return
  const place = { thirdpartyId, subjectId, runId: await storeNewsRun(tx, scope, thirdpartyId, changes) }
  if (opened.length > 0) await openNewsHits(tx, scope, place, opened)
  if (compared.length > 0) await compareNewsHits(tx, scope, place, compared)
}

/** The company itself as it is known; named first where no list has been looked through for it yet. */
async function companySubject(tx: Tx, scope: Scope, thirdpartyId: number): Promise<number | null> {
  const { rows } = await sql<{ subjectId: number }>`
    select s.subject_id as "subjectId" from screening_subject s
    where s.account_id = ${scope.accountId} and s.thirdparty_id = ${thirdpartyId} and s.subject_key = 'COMPANY'
      and s.ended_at is null`.execute(tx)
  if (rows[0]) return rows[0].subjectId
  const { screensContacts: contacts } = await screeningSettings(tx, scope)
  const [facts] = await subjectFacts(tx, scope, { thirdpartyIds: [thirdpartyId], contacts })
  const stored = facts ? await storeSubjects(tx, scope, thirdpartyId, nameSubjects(facts)) : []
  return stored.find(({ role }) => role === 'COMPANY')?.subjectId ?? null
}

async function storeNewsRun(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  changes: readonly NewsChange[],
): Promise<number> {
  const settings = await screeningSettings(tx, scope)
  const opened = changes.filter(
    (change) => change.kind === 'OPEN' || (change.kind === 'COMPARE' && change.why !== null),
  ).length
  const matches = changes.filter(({ kind }) => kind !== 'END').length
  const made = { settings, counted: { lists: [], missing: [], tooOld: [] }, trigger: 'NEWS' as const }
  return storeRun(tx, scope, made, { thirdpartyId, subjects: 1, matches, opened })
}

interface Place {
  readonly thirdpartyId: number
  readonly subjectId: number
  readonly runId: number
}

/** Both sides are copied as they are now: that is what a person will decide about. */
async function openNewsHits(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, subjectId, runId }: Place,
  opened: readonly NewsFound[],
): Promise<void> {
  const { accountId } = scope
  const { rows: made } = await sql<{ hitId: number }>`
    insert into screening_hit (account_id, thirdparty_id, subject_id, hit_class, source, list_id, entry_key, role,
      subject, fingerprint, entry, matching_digest, score, match, state, why, run_id, opened_at, updated_at)
    select ${accountId}, ${thirdpartyId}, s.subject_id, 'NEWS', 'NEWSFEED', null, r."entryKey", s.role, s.subject,
      s.fingerprint, r.entry, decode(r.digest, 'hex'), r.score, r.match, 'OPEN', 'ENTRY_ADDED', ${runId}, moment, moment
    from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as r ("entryKey" text, entry jsonb, digest text,
      score float8, match jsonb)
    join screening_subject s on s.account_id = ${accountId} and s.subject_id = ${subjectId}
    cross join account_now(${accountId}) moment
    returning hit_id as "hitId"`.execute(tx)
  recordHitChanges(tx, scope, { name: 'HIT_OPENED', hitIds: made.map(({ hitId }) => hitId) })
}

/** Shown as the item is told now; opened again where its words are others than those decided about. */
async function compareNewsHits(
  tx: Tx,
  scope: Scope,
  { subjectId, runId }: Place,
  compared: readonly (NewsFound & { hitId: number; why: string | null })[],
): Promise<void> {
  const { accountId, actor } = scope
  await sql`
    with moved as (
      update screening_hit h set subject = s.subject, fingerprint = s.fingerprint, entry = r.entry,
        matching_digest = decode(r.digest, 'hex'), score = r.score, match = r.match, run_id = ${runId},
        state = case when r.why is null then h.state else 'OPEN' end, why = coalesce(r.why, h.why),
        cleared_until = case when r.why is null then h.cleared_until end,
        opened_at = case when r.why is null then h.opened_at else moment end, updated_at = moment,
        decisions = h.decisions + (r.why is not null)::int, version = h.version + 1
      from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as r ("hitId" bigint, entry jsonb, digest text,
        score float8, match jsonb, why text)
      join screening_subject s on s.account_id = ${accountId} and s.subject_id = ${subjectId}
      cross join account_now(${accountId}) moment
      where h.account_id = ${accountId} and h.hit_id = r."hitId"
      returning h.hit_id, h.thirdparty_id, h.decisions, h.score, h.updated_at, r.why)
    insert into screening_decision (account_id, hit_id, number, thirdparty_id, verdict, step, grounds, score,
      decided_by_type, decided_at)
    select ${accountId}, m.hit_id, m.decisions, m.thirdparty_id, 'REOPENED', 'DECIDED', array[m.why], m.score,
      ${actor.type}, m.updated_at
    from moved m where m.why is not null`.execute(tx)
  const reopened = compared.filter(({ why }) => why !== null).map(({ hitId }) => hitId)
  recordHitChanges(tx, scope, { name: 'HIT_REOPENED', hitIds: reopened })
}
