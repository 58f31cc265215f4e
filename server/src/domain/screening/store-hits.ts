import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue, enqueueReview } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { recordHitChanges } from './record-hit-changes.ts'
import type { FoundMatch, HitChange, KnownHit } from './settle-hits.ts'

/** Held until the run has written what became of them. */
export async function lockHits(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<KnownHit[]> {
  const { rows } = await sql<KnownHit>`
    select h.hit_id as "hitId", h.subject_id as "subjectId", h.list_id as "listId", h.entry_key as "entryKey",
      encode(h.fingerprint, 'hex') as fingerprint, encode(h.matching_digest, 'hex') as "matchingDigest", h.state,
      h.cleared_until::text as "clearedUntil"
    from screening_hit h
    where h.account_id = ${accountId} and h.thirdparty_id = ${thirdpartyId} and h.hit_class <> 'NEWS'
    order by h.hit_id for update`.execute(tx)
  return rows
}

interface Run {
  readonly runId: number
  readonly thirdpartyId: number
}

export async function storeHitChanges(
  tx: Tx,
  scope: Scope,
  run: Run,
  changes: readonly HitChange[],
): Promise<void> {
  const opened = changes.filter((change) => change.kind === 'OPEN')
  const compared = changes.filter((change) => change.kind === 'REOPEN' || change.kind === 'REFRESH')
  const ended = changes.filter((change) => change.kind === 'END').map(({ hitId }) => hitId)
  if (opened.length > 0) await openHits(tx, scope, run, opened)
  if (compared.length > 0) await compareHits(tx, scope, run, compared)
  if (ended.length > 0) await endHits(tx, scope, ended)
  // Compared anew and as it was: nothing follows.
  if (changes.some(({ kind }) => kind !== 'REFRESH'))
    await enqueueLegalCompliance(tx, scope, run.thirdpartyId)
  if (changes.some(({ kind }) => kind === 'OPEN' || kind === 'REOPEN'))
    await enqueueReview(tx, scope, [run.thirdpartyId])
}

/** Hits that wait or were confirmed limit an indicator, also of a company without any check. */
export async function enqueueLegalCompliance(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  thirdpartyId: number,
): Promise<void> {
  const jobKey = `indicators.recompute:${accountId}:${thirdpartyId}`
  await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds: [thirdpartyId] }, { jobKey })
}

const foundRow = ({ subjectId, listId, entryKey, score, match }: FoundMatch) => ({
  subjectId,
  listId,
  entryKey,
  score,
  match,
})

/** Entry and subject are copied as they are now: that is what a person will decide about. */
async function openHits(
  tx: Tx,
  scope: Scope,
  { runId, thirdpartyId }: Run,
  opened: readonly Extract<HitChange, { kind: 'OPEN' }>[],
): Promise<void> {
  const { accountId } = scope
  const rows = opened.map(({ found, why }) => ({ ...foundRow(found), why }))
  const { rows: made } = await sql<{ hitId: number }>`
    insert into screening_hit (account_id, thirdparty_id, subject_id, hit_class, source, list_id, entry_key, role,
      subject, fingerprint, entry, matching_digest, score, match, state, why, run_id, opened_at, updated_at)
    select ${accountId}, ${thirdpartyId}, s.subject_id, w.list_class, w.source, w.list_id, e.entry_key, s.role,
      s.subject, s.fingerprint, e.entry, e.matching_digest, r.score, r.match, 'OPEN', r.why, ${runId}, moment, moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("subjectId" bigint, "listId" bigint, "entryKey" text,
      score float8, match jsonb, why text)
    join screening_subject s on s.account_id = ${accountId} and s.subject_id = r."subjectId"
    join watchlist w on w.list_id = r."listId"
    join watchlist_entry e on e.list_id = w.list_id and e.entry_key = r."entryKey" and e.to_version is null
    cross join account_now(${accountId}) moment
    returning hit_id as "hitId"`.execute(tx)
  recordHitChanges(tx, scope, { name: 'HIT_OPENED', hitIds: made.map(({ hitId }) => hitId) })
}

/** Compared anew; opened again where what was decided no longer holds, which its history says. */
async function compareHits(
  tx: Tx,
  scope: Scope,
  { runId }: Run,
  compared: readonly Extract<HitChange, { kind: 'REOPEN' | 'REFRESH' }>[],
): Promise<void> {
  const { accountId, actor } = scope
  const rows = compared.map((change) => ({
    hitId: change.hitId,
    ...foundRow(change.found),
    why: change.kind === 'REOPEN' ? change.why : null,
  }))
  await sql`
    with moved as (
      update screening_hit h set subject = s.subject, fingerprint = s.fingerprint, entry = e.entry,
        matching_digest = e.matching_digest, score = r.score, match = r.match, run_id = ${runId},
        state = case when r.why is null then h.state else 'OPEN' end, why = coalesce(r.why, h.why),
        cleared_until = case when r.why is null then h.cleared_until end,
        opened_at = case when r.why is null then h.opened_at else moment end, updated_at = moment,
        decisions = h.decisions + (r.why is not null)::int, version = h.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("hitId" bigint, "subjectId" bigint, "listId" bigint,
        "entryKey" text, score float8, match jsonb, why text)
      join screening_subject s on s.account_id = ${accountId} and s.subject_id = r."subjectId"
      join watchlist_entry e on e.list_id = r."listId" and e.entry_key = r."entryKey" and e.to_version is null
      cross join account_now(${accountId}) moment
      where h.account_id = ${accountId} and h.hit_id = r."hitId"
      returning h.hit_id, h.thirdparty_id, h.decisions, h.score, h.updated_at, r.why)
    insert into screening_decision (account_id, hit_id, number, thirdparty_id, verdict, step, grounds, score,
      decided_by_type, decided_at)
    select ${accountId}, m.hit_id, m.decisions, m.thirdparty_id, 'REOPENED', 'DECIDED', array[m.why], m.score,
      ${actor.type}, m.updated_at
    from moved m where m.why is not null`.execute(tx)
  const reopened = compared.filter(({ kind }) => kind === 'REOPEN').map(({ hitId }) => hitId)
  recordHitChanges(tx, scope, { name: 'HIT_REOPENED', hitIds: reopened })
}

/** The entry or the subject is gone, or they no longer resemble each other. What was decided stays on record. */
export async function endHits(tx: Tx, scope: Scope, hitIds: readonly number[]): Promise<void> {
  const { accountId } = scope
  await sql`
    update screening_hit h set state = 'ENDED', cleared_until = null, updated_at = account_now(${accountId}),
      version = h.version + 1
    where h.account_id = ${accountId} and h.hit_id = any(${[...hitIds]}::bigint[])`.execute(tx)
  recordHitChanges(tx, scope, { name: 'HIT_ENDED', hitIds })
}

/** What an account deleted was its own; a published list that is away for a while keeps its hits. */
export async function endHitsWithoutList(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ hitId: number; thirdpartyId: number }>`
    select h.hit_id as "hitId", h.thirdparty_id as "thirdpartyId" from screening_hit h
    where h.account_id = ${scope.accountId} and h.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and h.source = 'OWN' and h.state <> 'ENDED'
      and not exists (select from watchlist w where w.list_id = h.list_id)
    order by h.hit_id for update`.execute(tx)
  if (rows.length === 0) return
  await endHits(
    tx,
    scope,
    rows.map(({ hitId }) => hitId),
  )
  for (const id of new Set(rows.map(({ thirdpartyId }) => thirdpartyId))) {
    await enqueueLegalCompliance(tx, scope, id)
  }
}
