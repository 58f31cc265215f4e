import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { beforeAndAfter, differences, fieldColumns, mergedColumns, type Identity } from './identity.ts'
import { findOther, findRefreshable, lockThirdParty, type LockedThirdParty } from './identity.queries.ts'
import { identifierLabel } from './legal-identifier.ts'
import { mergeIdentity, withSource } from './merge-identity.ts'
import { endRefresh, planRefresh } from './refresh-plan.ts'
import { registerPatienceMs } from './add-thirdparty.ts'
import { recordInformation, update, type Stored } from './store-identity.ts'
import { codeFault } from './thirdparties.queries.ts'

export interface ChangeThirdParty {
  readonly thirdpartyId: number
  readonly code: string | null | undefined
  readonly source: 'MANAGED' | 'UNMANAGED' | undefined
  /** What the account says of a company that no register keeps. */
  readonly own: Partial<Identity>
  /** The register's company when it is to be attached again. */
  readonly company: CompanyRecord | null
  /** Throws when the caller saw another version. */
  readonly expectVersion: (version: number) => void
}

type Columns = Parameters<typeof update>[3]

export async function changeThirdParty(tx: Tx, scope: Scope, command: ChangeThirdParty): Promise<Stored> {
  const known = await lockForChange(tx, scope, command)
  refuseForeignFields(known, command)
  const columns: Columns = {
    ...(await codeChange(tx, scope, known, command.code)),
    ...(await detachIdentity(tx, scope, known, command)),
    ...ownFields(tx, scope, known, command.own),
    ...(await attachIdentity(tx, scope, known, command)),
  }
  return Object.keys(columns).length === 0 ? known : update(tx, scope, known, columns)
}

/** The row, locked and free to be changed. */
export async function lockForChange(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, expectVersion }: Pick<ChangeThirdParty, 'thirdpartyId' | 'expectVersion'>,
): Promise<LockedThirdParty> {
  const known = await lockThirdParty(tx, scope, thirdpartyId)
  if (!known) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  expectVersion(known.version)
  if (known.isArchived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  return known
}

/** Before the transaction: the company to attach to, or null when nothing is to be attached. */
export async function companyToAttach(
  { db, references }: { db: Db; references: References },
  scope: Scope,
  thirdpartyId: number,
): Promise<CompanyRecord | null> {
  const found = await db.read(scope, (tx) => findRefreshable(tx, scope, thirdpartyId))
  if (!found || found.isArchived || found.source === 'MANAGED') return null
  const { identifier } = found
  const lookup: Lookup<CompanyRecord> = await references.find(
    identifier,
    AbortSignal.timeout(registerPatienceMs),
  )
  if (lookup.kind === 'FOUND') return lookup.company
  if (lookup.kind === 'NOT_FOUND') {
    throw new AppError('IDENTIFIER_NOT_FOUND', { type: identifierLabel(identifier.code) })
  }
  const isFrench = identifier.code === 'CIT001' || identifier.value.startsWith('FR')
  throw new AppError('PROVIDER_UNAVAILABLE', { provider: isFrench ? 'FR' : 'INTERNATIONAL' })
}

/** What a register keeps, nobody else writes. */
function refuseForeignFields(known: LockedThirdParty, { own, source }: ChangeThirdParty): void {
  const fields = Object.keys(own)
  if (fields.length === 0 || (source ?? known.source) === 'UNMANAGED') return
  const { thirdpartyId } = known
  throw new AppError('THIRD_PARTY_MANAGED', { thirdpartyId }, { members: { fields } })
}

async function codeChange(
  tx: Tx,
  scope: Scope,
  known: LockedThirdParty,
  code: string | null | undefined,
): Promise<Columns> {
  if (code === undefined || code === known.code) return {}
  const taken = code === null ? null : await codeFault(tx, scope, code)
  if (taken) throw taken
  record(tx, scope, {
    name: 'THIRD_PARTY_CODE_UPDATED',
    thirdpartyId: known.thirdpartyId,
    data: { before: { code: known.code }, after: { code } },
  })
  return { code }
}

async function detachIdentity(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, source, identityStatus }: LockedThirdParty,
  command: ChangeThirdParty,
): Promise<Columns> {
  if (command.source !== 'UNMANAGED' || source === 'UNMANAGED') return {}
  // Nobody is waiting for a register any more.
  const waited = identityStatus === 'PENDING'
  record(tx, scope, {
    name: 'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
    thirdpartyId,
    data: {
      reason: 'DETACHED',
      before: { source: 'MANAGED', ...(waited && { identityStatus }) },
      after: { source: 'UNMANAGED', ...(waited && { identityStatus: 'NOT_FOUND' }) },
    },
  })
  await endRefresh(tx, scope, thirdpartyId)
  return { source: 'UNMANAGED', ...(waited && { identity_status: 'NOT_FOUND' }) }
}

function ownFields(tx: Tx, scope: Scope, known: LockedThirdParty, own: Partial<Identity>): Columns {
  const identity = { ...known.identity, ...own }
  const changes = differences(known.identity, identity)
  if (changes.length === 0) return {}
  const groups = changes.map(({ group }) => group)
  const source = { groups, provider: 'account', fetchedAt: known.now, recordId: null }
  const provenance = withSource(known.provenance, groups, source)
  record(tx, scope, {
    name: 'THIRD_PARTY_UPDATED',
    thirdpartyId: known.thirdpartyId,
    data: { ...beforeAndAfter(changes), provenance },
  })
  return { ...fieldColumns(identity), provenance: sql<string>`${JSON.stringify(provenance)}::jsonb` }
}

async function attachIdentity(
  tx: Tx,
  scope: Scope,
  known: LockedThirdParty,
  { source, company }: ChangeThirdParty,
): Promise<Columns> {
  if (source !== 'MANAGED' || known.source === 'MANAGED') return {}
  const { thirdpartyId } = known
  // Detached by somebody else after the register was asked; the caller may look and try again.
  if (!company) throw new AppError('WRITE_CONFLICT')
  const existingThirdpartyId = await findOther(tx, scope, thirdpartyId, company)
  if (existingThirdpartyId !== null) {
    throw new AppError(
      'THIRD_PARTY_DUPLICATE',
      { existingThirdpartyId },
      { members: { existingThirdpartyId } },
    )
  }
  record(tx, scope, {
    name: 'THIRD_PARTY_UPDATED',
    thirdpartyId,
    data: { before: { source: 'UNMANAGED' }, after: { source: 'MANAGED' } },
  })
  const merged = mergeIdentity(known, company, known.now)
  const changes = merged.differences
  if (changes.length > 0 || known.identityStatus !== 'COMPLETE') {
    const { provider } = company
    const { provenance } = merged
    recordInformation(tx, scope, known, { changes, identityStatus: 'COMPLETE', provider, provenance })
  }
  await planRefresh(tx, scope, thirdpartyId)
  return { ...mergedColumns({ company }, merged), source: 'MANAGED', identity_status: 'COMPLETE' }
}
