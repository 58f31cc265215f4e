import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue, enqueueReview, enqueueScreening } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup } from '../references/index.ts'
import { beforeAndAfter, mergedColumns, type Difference, type Provenance } from './identity.ts'
import { findOther, lockThirdParty, type LockedThirdParty } from './identity.queries.ts'
import type { IdentifierColumns } from './legal-identifier.ts'
import { mergeIdentity } from './merge-identity.ts'
import { planRefresh } from './refresh-plan.ts'

export type Answer = Exclude<Lookup<CompanyRecord>, { kind: 'UNAVAILABLE' }>

export interface Stored {
  readonly version: number
  readonly wire: string
}

export type Outcome =
  | ({ readonly kind: 'CHANGED'; readonly changes: readonly Difference[] } & Stored)
  | ({ readonly kind: 'UNCHANGED' | 'NOT_FOUND' } & Stored)
  /** The register describes another third party of the portfolio; nothing is overwritten. */
  | { readonly kind: 'SAME_AS'; readonly existingThirdpartyId: number }
  /** Gone, archived or detached since the register was asked. */
  | { readonly kind: 'NOT_MANAGED' }

/** The register's answer over what is known; the event only on a difference. Safe to run twice, and at once. */
export async function storeIdentity(
  tx: Tx,
  scope: Scope,
  command: { thirdpartyId: number; lookup: Answer },
): Promise<Outcome> {
  const known = await lockThirdParty(tx, scope, command.thirdpartyId)
  if (!known || known.isArchived || known.source === 'UNMANAGED') return { kind: 'NOT_MANAGED' }
  const { lookup } = command
  if (lookup.kind === 'FOUND') return storeCompany(tx, scope, known, lookup)
  if (known.identityStatus !== 'PENDING') return { kind: 'NOT_FOUND', ...known }
  recordInformation(tx, scope, known, { changes: [], identityStatus: 'NOT_FOUND' })
  const stored = await update(tx, scope, known, { identity_status: 'NOT_FOUND' })
  return { kind: 'NOT_FOUND', ...stored }
}

async function storeCompany(
  tx: Tx,
  scope: Scope,
  known: LockedThirdParty,
  lookup: Extract<Answer, { kind: 'FOUND' }>,
): Promise<Outcome> {
  const { company, announced = known.announced } = lookup
  const existingThirdpartyId = await findOther(tx, scope, known.thirdpartyId, company)
  if (existingThirdpartyId !== null) return { kind: 'SAME_AS', existingThirdpartyId }
  await planRefresh(tx, scope, known.thirdpartyId)
  const merged = mergeIdentity({ ...known, announced }, company, known.now)
  const changes = merged.differences
  if (changes.length === 0 && known.identityStatus === 'COMPLETE') return { kind: 'UNCHANGED', ...known }
  const { provider } = company
  const { provenance } = merged
  recordInformation(tx, scope, known, { changes, identityStatus: 'COMPLETE', provider, provenance })
  const columns = { ...mergedColumns(lookup, merged), identity_status: 'COMPLETE' }
  const stored = await update(tx, scope, known, columns)
  return { kind: 'CHANGED', changes, ...stored }
}

interface IdentityChange {
  readonly changes: readonly Difference[]
  readonly identityStatus: LockedThirdParty['identityStatus']
  readonly provider?: string
  /** Where everything comes from now, if that is new. */
  readonly provenance?: readonly Provenance[]
}

export function recordInformation(
  tx: Tx,
  scope: Scope,
  known: LockedThirdParty,
  change: IdentityChange,
): void {
  const { groups, before, after } = beforeAndAfter(change.changes)
  const isNewStatus = known.identityStatus !== change.identityStatus
  record(tx, scope, {
    name: 'THIRD_PARTY_INFORMATION_UPDATED',
    thirdpartyId: known.thirdpartyId,
    data: {
      groups,
      before: { ...(isNewStatus && { identityStatus: known.identityStatus }), ...before },
      after: { ...(isNewStatus && { identityStatus: change.identityStatus }), ...after },
      ...(change.provider !== undefined && { provider: change.provider }),
      provenance: change.provenance ?? known.provenance,
    },
  })
}

type Columns = Partial<ReturnType<typeof mergedColumns>> &
  Partial<IdentifierColumns> & {
    code?: string | null
    source?: string
    identity_status?: string
    archived_at?: ReturnType<typeof sql<Date>> | null
  }

/** Every change of a record goes through here: the version rises, and calculated attributes follow. */
export async function update(
  tx: Tx,
  scope: Scope,
  { thirdpartyId }: Pick<LockedThirdParty, 'thirdpartyId'>,
  columns: Columns,
): Promise<Stored> {
  const { accountId } = scope
  try {
    const stored = await tx
      .updateTable('thirdparty')
      .set({
        ...columns,
        updated_at: sql<Date>`account_now(${accountId})`,
        version: sql<number>`version + 1`,
      })
      .where('account_id', '=', accountId)
      .where('thirdparty_id', '=', thirdpartyId)
      .returning(['version', 'wire'])
      .executeTakeFirstOrThrow()
    // Of archived ones nothing is calculated until they come back.
    if (!columns.archived_at) await enqueueFollowUps(tx, accountId, thirdpartyId, columns)
    return stored
  } catch (error) {
    // The same company was added by another identifier a moment ago: who looks again will find it.
    if ((error as { code?: string }).code === '23505')
      throw new AppError('WRITE_CONFLICT', {}, { cause: error })
    throw error
  }
}

/**
 * Attributes, rules, indicators and evaluations follow what is known of a company, whoever said it; one that came back starts
 * afresh with the rules.
 */
async function enqueueFollowUps(
  tx: Tx,
  accountId: number,
  thirdpartyId: number,
  columns: Columns,
): Promise<void> {
  const about = { accountId, thirdpartyIds: [thirdpartyId] }
  await enqueue(tx, 'attributes.recompute', about)
  await enqueue(tx, 'rules.apply', columns.archived_at === null ? { ...about, again: true } : about)
  await enqueue(tx, 'indicators.recompute', about, {
    jobKey: `indicators.recompute:${accountId}:${thirdpartyId}`,
  })
  const jobKey = `responses.register-status:${accountId}:${thirdpartyId}`
  await enqueue(tx, 'responses.register-status', { accountId, thirdpartyId }, { jobKey })
  await enqueueScreening(tx, { accountId }, thirdpartyId)
  // Bad news; or it comes back, and nobody looked at it meanwhile.
  const isInTrouble = columns.status !== undefined && columns.status !== 'ACTIVE'
  if (isInTrouble || columns.archived_at === null) await enqueueReview(tx, { accountId }, [thirdpartyId])
}
