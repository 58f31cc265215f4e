import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockOwnerSettings as lockSettings } from '../teams/index.ts'
import { findDueReviews } from './due-reviews.queries.ts'
import { readPolicy, type KnownPolicy, type Policy } from './policy.ts'

/** What somebody may reopen with one change without having been told how many there are. */
export const usualMost = 100

interface PutPolicy {
  /** Whoever does not know of a cause that came later leaves it as it is. */
  readonly causes: Omit<Policy, 'OVERDUE'> & Partial<Pick<Policy, 'OVERDUE'>>
  /** How many decisions the caller lets it reopen. */
  readonly atMost: number
}

export interface AppliedPolicy extends KnownPolicy {
  readonly reopens: number
}

/**
 * A policy holds for what has come up since each decision, so a stricter one reopens decisions at once. More than the
 * caller allows are refused with their number, and nothing is changed: a thousand are reopened on purpose or not at all.
 */
export async function putPolicy(
  tx: Tx,
  scope: Scope,
  { causes: given, atMost }: PutPolicy,
  checkVersion: (version: number) => void,
): Promise<AppliedPolicy> {
  await lockSettings(tx, scope)
  const known = await readPolicy(tx, scope)
  checkVersion(known.version)
  const causes: Policy = { ...known.causes, ...given }
  const due = await findDueReviews(tx, scope, {
    policy: causes,
    thirdpartyIds: null,
    most: Number.MAX_SAFE_INTEGER,
  })
  const reopens = due.length
  if (reopens > atMost)
    throw new AppError(
      'RELATIONSHIP_POLICY_WIDE',
      { count: reopens, atMost },
      { members: { count: reopens } },
    )
  const version = await storePolicy(tx, scope, known, causes)
  if (version !== known.version)
    recordAdministration(tx, scope, {
      name: 'RELATIONSHIP_POLICY_CHANGED',
      subject: { type: 'ACCOUNT', id: scope.accountId },
      before: { causes: known.causes },
      after: { causes, reopens },
    })
  if (reopens > 0) {
    const { accountId } = scope
    const jobKey = `relationships.review:${accountId}`
    await enqueue(tx, 'relationships.review', { accountId, thirdpartyIds: null }, { jobKey })
  }
  return { causes, version, reopens }
}

async function storePolicy(
  tx: Tx,
  { accountId }: Scope,
  known: KnownPolicy,
  causes: Policy,
): Promise<number> {
  const names = Object.keys(causes) as (keyof Policy)[]
  if (names.every((name) => causes[name] === known.causes[name])) return known.version
  const columns = {
    expiry: causes.EXPIRY,
    dossier_invalid: causes.DOSSIER_INVALID,
    collective_procedure: causes.COLLECTIVE_PROCEDURE,
    struck_off: causes.STRUCK_OFF,
    list_hit: causes.LIST_HIT,
    overdue: causes.OVERDUE,
    version: known.version + 1,
  }
  await tx
    .insertInto('relationship_policy')
    .values({ account_id: accountId, ...columns })
    .onConflict((stored) => stored.column('account_id').doUpdateSet(columns))
    .execute()
  return columns.version
}
