import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockThirdParty, type LockedThirdParty } from './identity.queries.ts'
import { endRefresh, planRefresh } from './refresh-plan.ts'
import { update, type Stored } from './store-identity.ts'

/**
 * What the slices above do when a third party ends: stop its monitoring, archive its dossiers. The composition
 * root names them, because this folder must not know them; they run in the transaction, in the order given.
 */
export interface ArchiveStep {
  readonly name: string
  readonly run: (tx: Tx, scope: Scope, thirdpartyId: number) => Promise<void>
}

interface Command {
  readonly thirdpartyId: number
  readonly expectVersion: (version: number) => void
}

export async function archiveThirdParty(
  tx: Tx,
  scope: Scope,
  { steps, ...command }: Command & { readonly steps: readonly ArchiveStep[] },
): Promise<Stored> {
  const known = await lockVersion(tx, scope, command)
  if (known.isArchived) return known
  const { thirdpartyId } = known
  for (const step of steps) await step.run(tx, scope, thirdpartyId)
  record(tx, scope, {
    name: 'THIRD_PARTY_ARCHIVED',
    thirdpartyId,
    data: { before: { archived: false }, after: { archived: true } },
  })
  await endRefresh(tx, scope, thirdpartyId)
  return update(tx, scope, known, { archived_at: sql<Date>`account_now(${scope.accountId})` })
}

export async function reactivateThirdParty(tx: Tx, scope: Scope, command: Command): Promise<Stored> {
  const known = await lockVersion(tx, scope, command)
  if (!known.isArchived) return known
  const { thirdpartyId } = known
  record(tx, scope, {
    name: 'THIRD_PARTY_UPDATED',
    thirdpartyId,
    data: { before: { archived: true }, after: { archived: false } },
  })
  const jobKey = `screening.run:${scope.accountId}:${thirdpartyId}`
  const run = { accountId: scope.accountId, thirdpartyIds: [thirdpartyId], trigger: 'REQUESTED' as const }
  // Lists have changed meanwhile, and nobody has compared it with them.
  await enqueue(tx, 'screening.run', run, { jobKey })
  if (known.source === 'MANAGED') await planRefresh(tx, scope, thirdpartyId)
  return update(tx, scope, known, { archived_at: null })
}

async function lockVersion(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, expectVersion }: Command,
): Promise<LockedThirdParty> {
  const known = await lockThirdParty(tx, scope, thirdpartyId)
  if (!known) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  expectVersion(known.version)
  return known
}
