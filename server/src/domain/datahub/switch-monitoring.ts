import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { ArchiveStep } from '../thirdparties/index.ts'
import { enqueueIndicators } from './apply-values.ts'
import { enqueueAnswers } from './enqueue-answers.ts'
import { getProvider } from './providers.queries.ts'
import { providerEvents, providers, type Provider } from './providers.ts'

interface One {
  readonly thirdpartyId: number
  readonly provider: Provider
}

/** Again changes nothing. */
export async function activate(tx: Tx, scope: Scope, { thirdpartyId, provider }: One): Promise<void> {
  const [found] = await lockSwitchedThirdParties(tx, scope, [thirdpartyId])
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  if (found.archived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  await switchOn(tx, scope, provider, [thirdpartyId])
}

export interface BulkReport {
  readonly activated: number
  readonly alreadyActive: number
  readonly archived: number
  readonly notFound: number
}

export async function activateMany(
  tx: Tx,
  scope: Scope,
  { provider, thirdpartyIds }: { provider: Provider; thirdpartyIds: readonly number[] },
): Promise<BulkReport> {
  const requested = [...new Set(thirdpartyIds)]
  const found = await lockSwitchedThirdParties(tx, scope, requested)
  const open = found.filter(({ archived }) => !archived).map(({ id }) => id)
  const activated = await switchOn(tx, scope, provider, open)
  return {
    activated,
    alreadyActive: open.length - activated,
    archived: found.length - open.length,
    notFound: requested.length - found.length,
  }
}

/** Those of the portfolio that are not followed yet, at most so many of them. */
export async function inactiveThirdParties(
  tx: Tx,
  { accountId }: Scope,
  { provider, limit }: { provider: Provider; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select thirdparty_id as id from thirdparty t
    where account_id = ${accountId} and archived_at is null and not exists (
      select from datahub_monitoring m where m.account_id = ${accountId} and m.thirdparty_id = t.thirdparty_id
        and m.provider = ${provider} and m.active)
    order by thirdparty_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Held against being archived meanwhile, in one order for all who do. */
async function lockSwitchedThirdParties(
  tx: Tx,
  { accountId }: Scope,
  ids: readonly number[],
): Promise<{ id: number; archived: boolean }[]> {
  const { rows } = await sql<{ id: number; archived: boolean }>`
    select thirdparty_id as id, archived_at is not null as archived from thirdparty
    where account_id = ${accountId} and thirdparty_id = any(${[...ids]}::bigint[])
    order by thirdparty_id for share`.execute(tx)
  return rows
}

async function switchOn(
  tx: Tx,
  scope: Scope,
  provider: Provider,
  thirdpartyIds: readonly number[],
): Promise<number> {
  const { accountId } = scope
  const { kind } = await getProvider(tx, scope, provider)
  const isAsked = kind === 'HTTP' || (kind === 'FILE' && provider === 'DOCCHECK')
  const { rows } = await sql<{ id: number }>`
    insert into datahub_monitoring as m (account_id, thirdparty_id, provider, active, since, due_at)
    select ${accountId}, id, ${provider}, true, moment, case when ${isAsked}::bool then moment end
    from account_now(${accountId}) moment, unnest(${[...thirdpartyIds]}::bigint[]) id order by id
    on conflict (account_id, thirdparty_id, provider) do update
      set active = true, since = excluded.since, due_at = excluded.due_at where not m.active
    returning thirdparty_id as id`.execute(tx)
  const data = { provider, before: { active: false }, after: { active: true } }
  for (const { id } of rows)
    record(tx, scope, { ...providerEvents[provider].activated, thirdpartyId: id, data })
  await enqueueIndicators(
    tx,
    scope,
    rows.map(({ id }) => id),
  )
  if (rows.length > 0) await enqueueAnswers(tx, scope, provider, null)
  return rows.length
}

export async function deactivate(tx: Tx, scope: Scope, { thirdpartyId, provider }: One): Promise<void> {
  const [found] = await lockSwitchedThirdParties(tx, scope, [thirdpartyId])
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  await switchOff(tx, scope, [thirdpartyId], [provider])
}

export interface StopReport {
  readonly deactivated: number
  readonly alreadyInactive: number
  readonly notFound: number
}

export async function deactivateMany(
  tx: Tx,
  scope: Scope,
  { provider, thirdpartyIds }: { provider: Provider; thirdpartyIds: readonly number[] },
): Promise<StopReport> {
  const requested = [...new Set(thirdpartyIds)]
  const found = await lockSwitchedThirdParties(tx, scope, requested)
  const ids = found.map(({ id }) => id)
  const deactivated = await switchOff(tx, scope, ids, [provider])
  return {
    deactivated,
    alreadyInactive: found.length - deactivated,
    notFound: requested.length - found.length,
  }
}

/** Those who are followed, at most so many of them. */
export async function activeThirdParties(
  tx: Tx,
  { accountId }: Scope,
  { provider, limit }: { provider: Provider; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select thirdparty_id as id from datahub_monitoring
    where account_id = ${accountId} and provider = ${provider} and active
    order by thirdparty_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What is known stays, as STALE from now on. Returns how many were followed until now. */
async function switchOff(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
  which: readonly Provider[],
): Promise<number> {
  const { accountId } = scope
  const { rows } = await sql<{ id: number; provider: Provider }>`
    update datahub_monitoring set active = false, since = account_now(${accountId}), due_at = null,
      failure = null, failing_since = null
    where account_id = ${accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[]) and active
      and provider = any(${[...which]}::text[])
    returning thirdparty_id as id, provider`.execute(tx)
  const place = new Map(which.map((provider, nth) => [provider, nth]))
  const ended = rows.toSorted(
    (a, b) => a.id - b.id || (place.get(a.provider) ?? 0) - (place.get(b.provider) ?? 0),
  )
  for (const { id, provider } of ended) {
    const data = { provider, before: { active: true }, after: { active: false } }
    record(tx, scope, { ...providerEvents[provider].deactivated, thirdpartyId: id, data })
  }
  const moved = [...new Set(ended.map(({ id }) => id))]
  if (moved.length > 0) await enqueueIndicators(tx, scope, moved)
  for (const provider of new Set(ended.map((one) => one.provider))) {
    await enqueueAnswers(tx, scope, provider, null)
  }
  return ended.length
}

/** Nobody follows a company that was put away. */
export const endMonitoringOfThirdParty: ArchiveStep = {
  name: 'monitoring',
  run: async (tx, scope, thirdpartyId) => {
    await switchOff(tx, scope, [thirdpartyId], providers)
  },
}
