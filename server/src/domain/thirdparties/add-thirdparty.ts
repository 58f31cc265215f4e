import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue, enqueueTogether } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { columnsFromIdentifier, identityColumns, initialIdentity } from './identity.ts'
import { identifierColumns, identifierLabel, type LegalIdentifier } from './legal-identifier.ts'
import { codeFault, findNamesakes, findSameCompany } from './thirdparties.queries.ts'

interface AddThirdParty {
  /** Null for a company that is added by its name and country. */
  identifier: LegalIdentifier | null
  code: string | null
  /** What the account knows of a company no register knows. */
  unmanaged: { name: string; countryCode: string } | null
  /** Whether it may be a second company of that name in that country. */
  allowSameName?: boolean
  /** The units it goes into. */
  unitIds?: readonly number[]
  /** The register's word, asked before the transaction. */
  lookup: Lookup<CompanyRecord>
}

interface AddedThirdParty {
  thirdpartyId: number
  version: number
  wire: string
}

export async function addThirdParty(tx: Tx, scope: Scope, command: AddThirdParty): Promise<AddedThirdParty> {
  const { identifier, lookup } = command
  if (identifier === null) await refuseSameName(tx, scope, command)
  else if (lookup.kind === 'NOT_FOUND' && !command.unmanaged) {
    throw new AppError('IDENTIFIER_NOT_FOUND', { type: identifierLabel(identifier.code) })
  }
  const [unitSetId = null, ...others] = await setsOfUnits(tx, scope, command.unitIds ?? [])
  const columns = { ...columnsOf(scope, command), unit_set_id: unitSetId }
  // The unique indexes decide, so two adds of one company at the same instant cannot both win.
  const added = await tx
    .insertInto('thirdparty')
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['thirdparty_id', 'version', 'wire'])
    .executeTakeFirst()
  if (!added) {
    throw await collision(tx, scope, columns)
  }
  const thirdpartyId = added.thirdparty_id
  // None of these needs the answer of another, so they travel together and in this order.
  await Promise.all([
    addCompanions(tx, scope, [thirdpartyId]),
    // A set that is new is in nobody's sight yet, so the company arrives by one of its units.
    others.length > 0 && placeInUnits(tx, thirdpartyId, command.unitIds ?? []),
    enqueueFollowUp(tx, scope, thirdpartyId, lookup),
  ])
  record(tx, scope, {
    name: 'THIRD_PARTY_ADDED',
    thirdpartyId,
    data: {
      legalIdentifier: identifier,
      code: command.code,
      source: columns.source,
      status: columns.identity_status,
      identity: initialIdentity(added.wire),
    },
  })
  return { thirdpartyId, version: added.version, wire: added.wire }
}

async function enqueueFollowUp(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
  lookup: Lookup<CompanyRecord>,
): Promise<void> {
  // Rules wait for the register: they ask by what it says.
  if (lookup.kind === 'UNAVAILABLE') return enqueue(tx, 'identity.complete', { accountId, thirdpartyId })
  const about = { accountId, thirdpartyIds: [thirdpartyId] }
  return enqueueTogether(tx, [
    { task: 'rules.apply', payload: about },
    { task: 'screening.run', payload: { ...about, trigger: 'ADDED' } },
  ])
}

/** What an insert met: the same company, another one that has its code, or one that is not seen. */
async function collision(tx: Tx, scope: Scope, columns: ReturnType<typeof columnsOf>): Promise<AppError> {
  const existingThirdpartyId = await findSameCompany(tx, scope, columns)
  if (existingThirdpartyId !== null) {
    const members = { existingThirdpartyId }
    return new AppError('THIRD_PARTY_DUPLICATE', members, { members })
  }
  const taken = columns.code === null ? null : await codeFault(tx, scope, columns.code)
  return taken ?? new AppError('THIRD_PARTY_DUPLICATE_ELSEWHERE')
}

/** No number tells two companies of one name apart, so whoever adds a second one is told of the first. */
async function refuseSameName(tx: Tx, scope: Scope, { unmanaged, allowSameName }: AddThirdParty) {
  if (unmanaged === null) throw new AppError('IDENTIFIER_MISSING')
  if (allowSameName) return
  const existingThirdpartyIds = await findNamesakes(tx, scope, unmanaged)
  if (existingThirdpartyIds.length === 0) return
  const ids = existingThirdpartyIds.join(', ')
  throw new AppError('THIRD_PARTY_SAME_NAME', { ids }, { members: { existingThirdpartyIds } })
}

/** The own set of each unit, which whoever sees the unit sees; no unit is deleted before the commit. */
export async function setsOfUnits(tx: Tx, scope: Scope, unitIds: readonly number[]): Promise<number[]> {
  const { accountId, units } = scope
  if (units !== 'ALL' && unitIds.length === 0) throw new AppError('UNIT_REQUIRED')
  if (unitIds.length === 0) return []
  const { rows } = await sql<{ unit_id: number; unit_set_id: number }>`
    with held as materialized (select account_id from account where account_id = ${accountId} for share)
    select u.unit_id, s.unit_set_id from held
    join unit u on u.account_id = held.account_id
    join unit_set s on s.account_id = u.account_id and s.unit_ids = array[u.unit_id]
    where u.unit_id = any(${[...unitIds]}::bigint[])`.execute(tx)
  return unitIds.map((unitId) => {
    const own = rows.find((row) => row.unit_id === unitId)
    const isSeen = own !== undefined && (units === 'ALL' || units.includes(own.unit_set_id))
    if (!isSeen) throw new AppError('UNIT_NOT_FOUND', { unitId })
    return own.unit_set_id
  })
}

async function placeInUnits(tx: Tx, thirdpartyId: number, unitIds: readonly number[]): Promise<void> {
  await sql`select thirdparties_place(array[${thirdpartyId}]::bigint[], ${[...unitIds]}::bigint[])`.execute(
    tx,
  )
}

/**
 * What stands beside each new third party: its summary, so that lists find it along every index, and its turn with the
 * register that keeps it, at a moment of its own so that an import is not asked about all at once.
 */
export async function addCompanions(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  await sql`
    with added as materialized (
      select thirdparty_id, unit_set_id, created_at, source, archived_at from thirdparty
      where account_id = ${accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
    ), summarised as (
      insert into thirdparty_summary (account_id, thirdparty_id, unit_set_id)
      select ${accountId}, thirdparty_id, unit_set_id from added)
    insert into thirdparty_refresh (account_id, thirdparty_id, due_at)
    select ${accountId}, thirdparty_id, next_refresh(created_at) from added
    where source = 'MANAGED' and archived_at is null`.execute(tx)
}

const identityStatusOf = { FOUND: 'COMPLETE', NOT_FOUND: 'NOT_FOUND', UNAVAILABLE: 'PENDING' } as const

function columnsOf(scope: Scope, command: AddThirdParty) {
  const { identifier, lookup, unmanaged } = command
  const now = sql<Date>`account_now(${scope.accountId})`
  const known = identifier && columnsFromIdentifier(identifier)
  const identity = lookup.kind === 'FOUND' ? identityColumns(lookup, now) : known
  const own = lookup.kind === 'NOT_FOUND' && unmanaged
  return {
    account_id: scope.accountId,
    code: command.code,
    ...identifierColumns(identifier),
    ...known,
    ...identity,
    // The country of a national number is part of it.
    ...(own && {
      name: own.name,
      country_code: identifier?.code === 'NATIONAL' ? identifier.countryCode : own.countryCode,
    }),
    source: own ? ('UNMANAGED' as const) : ('MANAGED' as const),
    identity_status: identityStatusOf[lookup.kind],
    created_at: now,
    updated_at: now,
    // Replaced by the trigger that writes the record; the column takes no null.
    wire: '',
  }
}

/** Somebody waits at a screen: a register slower than this is asked again by a job. */
export const registerPatienceMs = 3_000

/** Before the transaction. No register can know a company that is known by its name alone. */
export async function askRegister(
  references: References,
  identifier: LegalIdentifier | null,
): Promise<Lookup<CompanyRecord>> {
  if (identifier === null) return { kind: 'NOT_FOUND' }
  return references.find(identifier, AbortSignal.timeout(registerPatienceMs))
}
