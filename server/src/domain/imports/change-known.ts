import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findDiffering, setAttributesBulk, type AttributeInput } from '../attributes/index.ts'
import { nameImported } from '../owners/index.ts'
import { isSameParty, type Party } from '../teams/index.ts'
import { changeThirdParty } from '../thirdparties/index.ts'
import type { PortfolioImport } from './import.ts'
import type { BatchFault } from './import-codes.ts'

/** A row and the third party it means. */
export interface KnownRow {
  readonly row: number
  readonly thirdpartyId: number
}

/** What the row says beside what is known; null where it says nothing. */
interface ComparedRow extends KnownRow {
  readonly newCode: string | null
  readonly newName: string | null
  readonly newCountry: string | null
  readonly attributes: AttributeInput[]
  readonly owner: Party | null
  readonly code: string | null
  readonly name: string | null
  readonly country: string | null
  readonly source: string
  readonly archived: boolean
  readonly unitSetId: number | null
  readonly ownerUserId: number | null
  readonly ownerTeamId: number | null
}

interface ChangedRows {
  readonly updated: number
  readonly unchanged: number
  readonly faults: readonly BatchFault[]
}

/** Changes companies of the portfolio by what their rows say, as somebody would by hand; in a dry run only looks. */
export async function changeKnown(
  tx: Tx,
  scope: Scope,
  { one, fresh, known }: { one: PortfolioImport; fresh: RawBuilder<unknown>; known: readonly KnownRow[] },
): Promise<ChangedRows> {
  if (known.length === 0) return { updated: 0, unchanged: 0, faults: [] }
  const rows = await compareRows(tx, scope, fresh, known)
  const faults = new Map<number, BatchFault>()
  for (const row of rows) {
    const fault = refusalOf(one, row)
    if (fault) faults.set(row.row, fault)
  }
  const good = rows.filter(({ row }) => !faults.has(row))
  const differing = await findDiffering(tx, scope, good)
  const changing = good.filter(
    (row) => hasNewFields(row) || hasNewOwner(row) || differing.has(row.thirdpartyId),
  )
  if (!one.dryRun) {
    for (const row of changing.filter(hasNewFields)) {
      const fault = await changeFields(tx, scope, row)
      if (fault) faults.set(row.row, fault)
    }
    const accepted = changing.filter(({ row }) => !faults.has(row))
    await setAttributesBulk(
      tx,
      scope,
      accepted.filter(({ thirdpartyId }) => differing.has(thirdpartyId)),
    )
    await nameImported(tx, scope, accepted.filter(hasNewOwner))
  }
  const updated = changing.filter(({ row }) => !faults.has(row)).length
  return { updated, unchanged: good.length - changing.length, faults: [...faults.values()] }
}

/** Held in the order in which everybody locks them; told in the order of the file. */
async function compareRows(
  tx: Tx,
  { accountId }: Scope,
  fresh: RawBuilder<unknown>,
  known: readonly KnownRow[],
): Promise<ComparedRow[]> {
  // The file's own name counts where no register has spoken.
  const own = sql`f.planned ->> 'identity_status' <> 'COMPLETE' and f.planned ->> 'name' is not null`
  const { rows } = await sql<ComparedRow>`
    select f.row_no as row, t.thirdparty_id as "thirdpartyId", f.planned ->> 'code' as "newCode",
      case when ${own} then f.planned ->> 'name' end as "newName",
      case when ${own} then f.planned ->> 'country_code' end as "newCountry",
      coalesce(f.attributes, '[]') as attributes, f.owner, t.code, t.name, t.country_code as country, t.source,
      t.archived_at is not null as archived, t.unit_set_id as "unitSetId", o.user_id as "ownerUserId",
      o.team_id as "ownerTeamId"
    from unnest(${known.map(({ row }) => row)}::int[], ${known.map((one) => one.thirdpartyId)}::bigint[])
      as k(row_no, thirdparty_id)
    join ${fresh} f on f.row_no = k.row_no
    join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = k.thirdparty_id
    left join subject_owner o on o.account_id = t.account_id and o.subject = t.thirdparty_id
    order by t.thirdparty_id for no key update of t`.execute(tx)
  return rows.toSorted((a, b) => a.row - b.row)
}

function refusalOf(one: PortfolioImport, { row, thirdpartyId, archived, unitSetId }: ComparedRow) {
  if (one.limited && unitSetId !== one.unitSetId)
    return { row, code: 'THIRD_PARTY_DUPLICATE_ELSEWHERE' as const, params: {} }
  return archived ? { row, code: 'THIRD_PARTY_ARCHIVED' as const, params: { thirdpartyId } } : null
}

const isNew = (given: string | null, known: string | null) => given !== null && given !== known
const hasNewIdentity = ({ source, newName, name, newCountry, country }: ComparedRow) =>
  source === 'UNMANAGED' && (isNew(newName, name) || isNew(newCountry, country))
const hasNewFields = (row: ComparedRow) => isNew(row.newCode, row.code) || hasNewIdentity(row)

function hasNewOwner({ owner, ownerUserId, ownerTeamId }: ComparedRow): boolean {
  return owner !== null && !isSameParty({ userId: ownerUserId, teamId: ownerTeamId }, owner)
}

/** The use case refuses before it writes, so the rest of the file goes on. */
async function changeFields(tx: Tx, scope: Scope, row: ComparedRow): Promise<BatchFault | null> {
  const { thirdpartyId, newCode, newName, newCountry } = row
  const named = {
    ...(newName !== null && { name: newName }),
    ...(newCountry !== null && { countryCode: newCountry }),
  }
  try {
    await changeThirdParty(tx, scope, {
      thirdpartyId,
      code: newCode ?? undefined,
      source: undefined,
      own: hasNewIdentity(row) ? named : {},
      company: null,
      expectVersion: () => undefined,
    })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'WRITE_CONFLICT') throw error
    return { row: row.row, code: error.code, params: error.params }
  }
}
