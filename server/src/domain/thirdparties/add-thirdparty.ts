import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueueTogether, type NewJob } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { initialIdentity, newColumns } from './identity.ts'
import { identifierLabel, readIdentifier, type LegalIdentifier } from './legal-identifier.ts'
import { codeFault, findNamesakes, findSameCompany } from './thirdparties.queries.ts'

export interface AddThirdParty {
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

export interface AddedThirdParty {
  thirdpartyId: number
  version: number
  wire: string
}

export async function addThirdParty(tx: Tx, scope: Scope, command: AddThirdParty): Promise<AddedThirdParty> {
  const [added] = await addThirdParties(tx, scope, [command])
  if (!added) throw new Error('A third party that was added is not answered.')
  return added
}

/** All of them or none, answered in this order. */
export async function addThirdParties(
  tx: Tx,
  scope: Scope,
  commands: readonly AddThirdParty[],
): Promise<AddedThirdParty[]> {
  const plans: PlannedColumns[] = []
  for (const command of commands) plans.push(await planColumns(tx, scope, command))
  const rows = await insertAll(tx, scope, plans)
  const thirdpartyIds = rows.map((row) => row.thirdparty_id)
  // None of these needs the answer of another, so they travel together and in this order.
  await Promise.all([
    addCompanions(tx, scope, thirdpartyIds),
    ...thirdpartyIds.map((thirdpartyId, nth) => placeInUnits(tx, thirdpartyId, commands[nth]?.unitIds ?? [])),
    enqueueTogether(
      tx,
      rows.flatMap((row) => followUps(scope, row)),
      { areOfMany: rows.length > 1 },
    ),
  ])
  for (const row of rows) recordAdded(tx, scope, row)
  return rows.map((row) => ({ thirdpartyId: row.thirdparty_id, version: row.version, wire: row.wire }))
}

export function recordAdded(tx: Tx, scope: Scope, row: InsertedRow, importId?: number): void {
  record(tx, scope, {
    name: 'THIRD_PARTY_ADDED',
    thirdpartyId: row.thirdparty_id,
    data: {
      legalIdentifier: readIdentifier(row),
      code: row.code,
      source: row.source,
      status: row.identity_status,
      identity: initialIdentity(row.wire),
      ...(importId !== undefined && { importId }),
    },
  })
}

/** The unique indexes decide, so two adds of one company at the same instant cannot both win. */
async function insertAll(tx: Tx, scope: Scope, plans: readonly PlannedColumns[]): Promise<InsertedRow[]> {
  const { accountId } = scope
  const onConflict = sql`on conflict do nothing`
  const { rows } = await sql<InsertedRow>`
    with ${clock(accountId)}, planned as materialized (
      select row_no, nextval('vigie_id') as thirdparty_id, planned
      from jsonb_array_elements(${JSON.stringify(plans)}::jsonb) with ordinality as given (planned, row_no)
    ), added as (${insertThirdParties(accountId, { rows: sql`planned`, onConflict })} returning *)
    select thirdparty_id, version, code, identifier_code, identifier_value, identifier_country, identifier_register,
      source, identity_status, wire from added join planned using (thirdparty_id) order by planned.row_no`.execute(
    tx,
  )
  if (rows.length === plans.length) return rows
  // Of several it is not known which was met; whoever asked for them asks for each by itself.
  const [one, ...others] = plans
  throw one && others.length === 0 ? await collision(tx, scope, one) : new AppError('WRITE_CONFLICT')
}

/** A relation of (row_no, thirdparty_id, planned), where `planned` are the columns of a PlannedThirdParty. */
export type PlannedRows = RawBuilder<unknown>

interface Insertion {
  readonly rows: PlannedRows
  /** The set of units of rows that name none themselves. */
  readonly unitSetId?: number | null
  /** Which of the rows, called `t`, are inserted. */
  readonly condition?: RawBuilder<unknown>
  readonly onConflict: RawBuilder<unknown>
}

export interface InsertedRow {
  thirdparty_id: number
  version: number
  code: string | null
  identifier_code: string | null
  identifier_value: string | null
  identifier_country: string | null
  identifier_register: string | null
  source: 'MANAGED' | 'UNMANAGED'
  identity_status: 'PENDING' | 'COMPLETE' | 'NOT_FOUND'
  wire: string
}

export const planned = sql`jsonb_to_record(p.planned) as t(
  code text, identifier_code text, identifier_value text, identifier_country text, identifier_register text, source text, identity_status text, name text,
  trade_name text, siren text, siret text, vat_number text, duns text, lei text, local_id text,
  local_register text, country_code text, legal_form jsonb, head_office jsonb, naf_code text, main_activity text,
  activity_scheme text, executives jsonb, headcount jsonb, creation_date date, closure_date date, status text,
  status_detail text, status_since date, register_status jsonb, announced_status jsonb, provenance jsonb, unit_set_id bigint)`

/** What `insertThirdParties` stamps its rows with; stands before it in the same statement. */
export const clock = (accountId: number): RawBuilder<unknown> => sql`clock as materialized (
  select moment, wire_time(moment) as fetched from account_now(${accountId}) moment)`

/** Inserts planned rows as third parties: however many there are, they cost one statement. */
export function insertThirdParties(
  accountId: number,
  { rows, unitSetId = null, condition = sql`true`, onConflict }: Insertion,
): RawBuilder<unknown> {
  return sql`
    insert into thirdparty (account_id, thirdparty_id, code, identifier_code, identifier_value, identifier_country,
      identifier_register, source, identity_status, name, trade_name, siren, siret, vat_number, duns, lei, local_id,
      local_register, country_code, legal_form,
      head_office, naf_code, main_activity, activity_scheme, executives, headcount, creation_date, closure_date,
      status, status_detail, status_since, register_status, announced_status, provenance, unit_set_id, created_at,
      updated_at, wire)
    select ${accountId}, p.thirdparty_id, t.code, t.identifier_code, t.identifier_value, t.identifier_country,
      t.identifier_register, t.source, t.identity_status, t.name, t.trade_name, t.siren, t.siret, t.vat_number, t.duns,
      t.lei, t.local_id, t.local_register, t.country_code, t.legal_form, t.head_office, t.naf_code, t.main_activity,
      t.activity_scheme, coalesce(t.executives, '[]'), t.headcount, t.creation_date,
      t.closure_date, t.status, t.status_detail, t.status_since, t.register_status, t.announced_status,
      case when t.provenance is null then '[]' else coalesce((
        select jsonb_agg(told || jsonb_build_object('fetchedAt', clock.fetched))
        from jsonb_array_elements(t.provenance) told), '[]') end, coalesce(t.unit_set_id, ${unitSetId}::bigint),
      clock.moment, clock.moment, ''
    from clock cross join ${rows} p cross join lateral ${planned}
    where ${condition}
    order by p.row_no ${onConflict}`
}

function followUps(
  { accountId }: Scope,
  { thirdparty_id: thirdpartyId, identity_status }: InsertedRow,
): NewJob[] {
  // Rules wait for the register: they ask by what it says.
  if (identity_status === 'PENDING')
    return [{ task: 'identity.complete', payload: { accountId, thirdpartyId } }]
  const about = { accountId, thirdpartyIds: [thirdpartyId] }
  return [
    { task: 'rules.apply', payload: about },
    { task: 'screening.run', payload: { ...about, trigger: 'ADDED' } },
  ]
}

/** What an insert met: the same company, another one that has its code, or one that is not seen. */
async function collision(tx: Tx, scope: Scope, columns: PlannedColumns): Promise<AppError> {
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

/** A set of several units that is new is in nobody's sight yet, so the company arrives by one of its units. */
async function placeInUnits(tx: Tx, thirdpartyId: number, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length < 2) return
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

type PlannedColumns = ReturnType<typeof columnsOf>

async function planColumns(tx: Tx, scope: Scope, command: AddThirdParty): Promise<PlannedColumns> {
  const { identifier, lookup, unmanaged } = command
  if (identifier === null) await refuseSameName(tx, scope, command)
  else if (lookup.kind === 'NOT_FOUND' && !unmanaged)
    throw new AppError('IDENTIFIER_NOT_FOUND', { type: identifierLabel(identifier.code) })
  const [unitSetId = null] = await setsOfUnits(tx, scope, command.unitIds ?? [])
  return columnsOf(command, unitSetId)
}

function columnsOf({ identifier, code, lookup, unmanaged }: AddThirdParty, unitSetId: number | null) {
  const own = lookup.kind === 'NOT_FOUND' ? unmanaged : null
  const columns = newColumns({ identifier, code, own }, lookup)
  // The country of a national number is part of it; of any other company its own account knows better.
  const countryCode = identifier?.code === 'NATIONAL' ? null : own?.countryCode
  return { ...columns, country_code: countryCode ?? columns.country_code, unit_set_id: unitSetId }
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
