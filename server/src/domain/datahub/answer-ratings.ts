import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import { formDay, type Scope } from '../../platform/kernel/index.ts'
import { answerCheck, type CheckFinding } from '../evaluation/index.ts'
import type { FormEntry } from '../forms/index.ts'
import { getProvider } from './providers.queries.ts'

const provider = 'SECURITY_RATING'

export const answerRatingsTask: Handler<'datahub.answer-ratings'> = (
  { thirdpartyIds },
  { db, scope, signal },
) => walkRatings(db, scope, { thirdpartyIds, signal })

/** Each account as a job of its own: one that fails holds up nobody else. */
export const answerRatingsEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'datahub.answer-ratings-all'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        const jobKey = `datahub.answer-ratings:${accountId}`
        await enqueue(tx, 'datahub.answer-ratings', { accountId, thirdpartyIds: null }, { jobKey })
      }
    })
  }

/** As a step of a day: values grow too old by themselves. */
export const answerRatings = (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> =>
  walkRatings(db, scope, { thirdpartyIds: null, signal })

interface Walk {
  readonly thirdpartyIds: readonly number[] | null
  readonly signal: AbortSignal | undefined
}

/** Walks up the ids of those whose documents do not say what the provider says, each in a transaction of its own. */
async function walkRatings(db: Db, scope: Scope, { thirdpartyIds, signal }: Walk): Promise<void> {
  for (let after = 0; ;) {
    const due = await db.read(scope, (tx) => outdatedRatings(tx, scope, { thirdpartyIds, after }))
    for (const thirdpartyId of due) {
      signal?.throwIfAborted()
      await db.write(scope, async (tx) => {
        const finding = await ratingOf(tx, scope, thirdpartyId)
        await answerCheck(tx, scope, { thirdpartyId, code: provider }, finding)
      })
    }
    const last = due.at(-1)
    if (last === undefined) return
    after = last
  }
}

const batchSize = 500

/** There is a provider once the account has set one up, or follows any company by what it delivers. */
const isThere = (accountId: number) => sql`(
  exists (select from datahub_provider where account_id = ${accountId} and provider = ${provider})
  or exists (select from datahub_monitoring where account_id = ${accountId} and provider = ${provider} and active))`

// Whoever is followed no longer, or was not heard of for too long, has no rating that could be relied on.
const present = (accountId: number) => sql`
  datahub_monitoring m
  join datahub_value v on v.account_id = m.account_id and v.value_id = m.value_id
  where m.account_id = ${accountId} and m.provider = ${provider} and m.active
    and m.stale_at > (select account_now(${accountId}))`

/** Those of whom a document says something else than it should. */
async function outdatedRatings(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyIds, after }: { thirdpartyIds: readonly number[] | null; after: number },
): Promise<number[]> {
  const ids = thirdpartyIds && [...thirdpartyIds]
  const { rows } = await sql<{ id: number }>`
    with source as materialized (select ${isThere(accountId)} as there,
      (account_now(${accountId}) at time zone 'UTC')::date as day),
    rated as (select m.thirdparty_id, v.value_id from ${present(accountId)})
    select distinct c.thirdparty_id as id
    from source, document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    left join rated on rated.thirdparty_id = c.thirdparty_id
    left join response r on r.account_id = c.account_id and r.document_id = c.document_id and r.state = 'ACCEPTED'
      and r.fingerprint is not null
    where c.account_id = ${accountId} and c.code = ${provider} and c.stopped_at is null
      and c.thirdparty_id > ${after} and (${ids}::bigint[] is null or c.thirdparty_id = any(${ids}::bigint[]))
      and case when rated.value_id is null then r.response_id is not null or c.no_source = source.there
        else r.fingerprint is distinct from rated.value_id::text or r.expiration_date <= day + 30 end
    order by id limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Rating {
  valueId: number
  raw: string | null
  value: number | null
  scaleId: string
  scaleVersion: string
  asOf: string
}

/** The company is held: of two runs at once, the later one reads the later value. */
async function ratingOf(tx: Tx, scope: Scope, thirdpartyId: number): Promise<CheckFinding> {
  const { accountId } = scope
  await sql`select from thirdparty where account_id = ${accountId} and thirdparty_id = ${thirdpartyId}
    for no key update`.execute(tx)
  const { rows: sources } = await sql<{ there: boolean }>`select ${isThere(accountId)} as there`.execute(tx)
  if (!sources[0]?.there) return { outcome: 'NOBODY' }
  const { rows } = await sql<Rating>`
    select v.value_id as "valueId", v.raw, v.value, v.scale_id as "scaleId", v.scale_version as "scaleVersion",
      v.as_of::text as "asOf"
    from ${present(accountId)} and m.thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [rating] = rows
  if (!rating) return { outcome: 'WAITING' }
  const { label } = await getProvider(tx, scope, provider)
  return ratingFinding(rating, label)
}

/** Its own words, what they are worth and where they come from. A low rating is an answer too. */
function ratingFinding(
  { valueId, raw, value, scaleId, scaleVersion, asOf }: Rating,
  label: string,
): CheckFinding {
  const scale = `${scaleId} ${scaleVersion}`
  const date = formDay(asOf)
  const entries: Pick<FormEntry, 'type' | 'key' | 'title' | 'value'>[] = [
    { type: 'string', key: 'rating', title: 'Notation', value: raw ?? '' },
    { type: 'number', key: 'value', title: 'Valeur sur 100', value: value === null ? '' : String(value) },
    { type: 'string', key: 'scale', title: 'Échelle', value: scale },
    { type: 'string', key: 'provider', title: 'Fournisseur de données', value: label },
    { type: 'date', key: 'asOf', title: 'Date de la notation', value: date },
  ]
  const known = entries.filter((entry) => entry.value !== '')
  return {
    outcome: 'CLEAR',
    origin: 'DATA_HUB',
    formdata: known.map((entry, index) => ({ ...entry, order: index + 1 })),
    metadata: { rating_provider: provider, rating_scale: scale, rating_date: date },
    fingerprint: String(valueId),
    score: value,
  }
}
