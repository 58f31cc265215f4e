import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, References } from '../references/index.ts'
import {
  beforeAndAfter,
  columnsFromIdentifier,
  differences,
  fieldColumns,
  mergedColumns,
  type Identity,
} from './identity.ts'
import { findOther, findRefreshable, lockThirdParty, type LockedThirdParty } from './identity.queries.ts'
import { identifierColumns, identifierLabel, type LegalIdentifier } from './legal-identifier.ts'
import { mergeIdentity, withSource } from './merge-identity.ts'
import { endRefresh, planRefresh } from './refresh-plan.ts'
import { askRegister } from './add-thirdparty.ts'
import { recordInformation, update, type Stored } from './store-identity.ts'
import { codeFault, findSameCompany } from './thirdparties.queries.ts'

export interface ChangeThirdParty {
  readonly thirdpartyId: number
  readonly code: string | null | undefined
  readonly source: 'MANAGED' | 'UNMANAGED' | undefined
  /** Given to a company that no register keeps, so that one may. */
  readonly identifier?: LegalIdentifier | undefined
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
  const said = { ...command.own, ...identityFromIdentifier(known, command.identifier) }
  const columns: Columns = {
    ...(await codeChange(tx, scope, known, command.code)),
    ...(await detachIdentity(tx, scope, known, command)),
    ...(await giveIdentifier(tx, scope, known, command.identifier)),
    ...ownFields(tx, scope, known, said),
    ...(await attachIdentity(tx, scope, { ...known, identity: { ...known.identity, ...said } }, command)),
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
  {
    thirdpartyId,
    source,
    identifier: given,
  }: Pick<ChangeThirdParty, 'thirdpartyId' | 'source' | 'identifier'>,
): Promise<CompanyRecord | null> {
  if (source === 'UNMANAGED' || (source === undefined && given === undefined)) return null
  const found = await db.read(scope, (tx) => findRefreshable(tx, scope, thirdpartyId))
  if (!found || found.isArchived || found.source === 'MANAGED') return null
  const identifier = given ?? found.identifier
  if (identifier === null) throw new AppError('IDENTIFIER_MISSING')
  const lookup = await askRegister(references, identifier)
  if (lookup.kind === 'FOUND') return lookup.company
  // A number that no register knows may still be right: whoever gave it answers for it, as when adding.
  if (lookup.kind === 'NOT_FOUND' && source === undefined) return null
  if (lookup.kind === 'NOT_FOUND') {
    throw new AppError('IDENTIFIER_NOT_FOUND', { type: identifierLabel(identifier.code) })
  }
  const { country_code: country } = columnsFromIdentifier(identifier)
  throw new AppError('PROVIDER_UNAVAILABLE', { provider: country === 'FR' ? 'FR' : 'INTERNATIONAL' })
}

/** What the identifier says of the company by itself; of its country only where nobody has said it yet. */
function identityFromIdentifier(
  { identity }: LockedThirdParty,
  identifier: LegalIdentifier | undefined,
): Partial<Identity> {
  if (!identifier) return {}
  const known = columnsFromIdentifier(identifier)
  const fields = {
    siren: known.siren,
    siret: known.siret,
    vatNumber: known.vat_number,
    duns: known.duns,
    lei: known.lei,
    localId: known.local_id,
    localRegister: known.local_register,
    countryCode:
      identifier.code === 'NATIONAL' ? known.country_code : (identity.countryCode ?? known.country_code),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

async function giveIdentifier(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, legalIdentifier: before }: LockedThirdParty,
  identifier: LegalIdentifier | undefined,
): Promise<Columns> {
  if (!identifier || isDeepStrictEqual(identifier, before)) return {}
  const columns = identifierColumns(identifier)
  const existingThirdpartyId = await findSameCompany(tx, scope, {
    ...columnsFromIdentifier(identifier),
    ...columns,
    except: thirdpartyId,
  })
  if (existingThirdpartyId !== null) {
    const existing = { existingThirdpartyId }
    throw new AppError('THIRD_PARTY_DUPLICATE', existing, { members: existing })
  }
  record(tx, scope, {
    name: 'THIRD_PARTY_UPDATED',
    thirdpartyId,
    data: { before: { legalIdentifier: before }, after: { legalIdentifier: identifier } },
  })
  return columns
}

/** What a register keeps, nobody else writes. */
function refuseForeignFields(known: LockedThirdParty, { own, source, identifier }: ChangeThirdParty): void {
  const isGiven = identifier !== undefined && known.source === 'MANAGED'
  const fields = [...Object.keys(own), ...(isGiven ? ['legalIdentifier'] : [])]
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
  if (known.source === 'MANAGED' || (source !== 'MANAGED' && !company)) return {}
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
