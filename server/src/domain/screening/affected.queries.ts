import type { Subject } from '@vigie/matching'
import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { newsMonths } from './settle-news.ts'

export interface SubjectRow {
  readonly subjectId: number
  readonly thirdpartyId: number
  readonly subject: Subject
}

/** Everybody who is screened, of companies that are not archived, in slices. */
export async function subjectsAfter(
  tx: ReadTx,
  { accountId }: Scope,
  { after, limit }: { after: number; limit: number },
): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select s.subject_id as "subjectId", s.thirdparty_id as "thirdpartyId", s.subject from screening_subject s
    join thirdparty t on t.account_id = s.account_id and t.thirdparty_id = s.thirdparty_id and t.archived_at is null
    where s.account_id = ${accountId} and s.subject_id > ${after} and s.ended_at is null
    order by s.subject_id limit ${limit}`.execute(tx)
  return rows
}

/** Companies with a hit on an entry that this version reworded or dropped; hits of archived ones stay as they are. */
export async function companiesWithChangedHits(
  tx: ReadTx,
  { accountId }: Scope,
  { listId, version }: { listId: number; version: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.thirdparty_id as id from watchlist_entry e
    join screening_hit h on h.account_id = ${accountId} and h.list_id = e.list_id and h.entry_key = e.entry_key
      and h.state <> 'ENDED'
    join thirdparty t on t.account_id = h.account_id and t.thirdparty_id = h.thirdparty_id and t.archived_at is null
    where e.list_id = ${listId} and e.to_version = ${version}
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function companiesWithHitsOn(
  tx: ReadTx,
  { accountId }: Scope,
  listId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.thirdparty_id as id from screening_hit h
    where h.account_id = ${accountId} and h.list_id = ${listId} and h.state <> 'ENDED'
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Companies whose dossiers wait for a check that nobody has answered. */
async function companiesAwaitingCheck(tx: ReadTx, { accountId }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.thirdparty_id as id from document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    where c.account_id = ${accountId} and c.code in ('SANCTIONS_CHECK', 'PEP_CHECK') and c.status = 'MISSING'
      and c.stopped_at is null
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Of these companies, those with an open check that does not say yet that nobody can answer it. */
export async function companiesWithChecks(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.thirdparty_id as id from document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    where c.account_id = ${accountId} and c.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and c.code in ('SANCTIONS_CHECK', 'PEP_CHECK') and c.stopped_at is null and not c.no_source
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * What a day makes due: clearances that ended, checks nobody has answered, answers that end within a month, and
 * companies that were never screened.
 */
export async function companiesDue(tx: ReadTx, scope: Scope): Promise<number[]> {
  const { accountId } = scope
  const { rows } = await sql<{ id: number }>`
    with clock as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as today)
    select h.thirdparty_id as id from clock, screening_hit h
    join thirdparty t on t.account_id = h.account_id and t.thirdparty_id = h.thirdparty_id and t.archived_at is null
    where h.account_id = ${accountId} and h.state = 'CLEARED' and h.cleared_until < clock.today
    union
    select c.thirdparty_id from clock, document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    where c.account_id = ${accountId} and c.code in ('SANCTIONS_CHECK', 'PEP_CHECK') and c.stopped_at is null
      and c.status = 'VALID' and c.expiration_date <= clock.today + 30
    union
    select t.thirdparty_id from thirdparty t
    where t.account_id = ${accountId} and t.archived_at is null and not exists (
      select from screening_subject s where s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id)
    order by id`.execute(tx)
  return [...new Set([...rows.map(({ id }) => id), ...(await companiesAwaitingCheck(tx, scope))])]
}

export async function companiesAfter(
  tx: ReadTx,
  { accountId }: Scope,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.thirdparty_id as id from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id > ${after} and t.archived_at is null
    order by t.thirdparty_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Companies with undecided hits on news that is too old to hold a check open. */
export async function companiesWithOldNews(tx: ReadTx, { accountId }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with clock as materialized (
      select ((account_now(${accountId}) at time zone 'UTC')::date - make_interval(months => ${newsMonths}))::date::text
        as first)
    select distinct h.thirdparty_id as id from clock, screening_hit h
    where h.account_id = ${accountId} and h.state in ('OPEN', 'UNCLEAR', 'PROPOSED') and h.hit_class = 'NEWS'
      and h.entry ->> 'listedOn' < clock.first collate "C"
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
