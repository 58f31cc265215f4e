import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { holdParty, type Party } from '../teams/index.ts'
import { nameOwners } from './name-owners.ts'
import type { OwnedSubject } from './owned-subject.ts'

/** The person or team that a cell means; throws if there is none. */
export type OwnerFinder = (text: string) => Party | null

interface NamedParty extends Party {
  readonly text: string
}

/** Everybody who could answer for companies of these units, by e-mail address, and every such team by its name. */
export async function ownerFinder(
  tx: ReadTx,
  { accountId }: Scope,
  unitSetId: number | null,
): Promise<OwnerFinder> {
  const { rows } = await sql<NamedParty>`
    select lower(u.email) as text, m.user_id as "userId", null::bigint as "teamId"
    from membership m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and owner_acts(m.account_id, m.user_id, null, ${unitSetId}::bigint)
    union all
    select lower(t.name), null, t.team_id from team t
    where t.account_id = ${accountId} and owner_acts(t.account_id, null, t.team_id, ${unitSetId}::bigint)`.execute(
    tx,
  )
  const known = new Map(rows.map(({ text, userId, teamId }) => [text, { userId, teamId }]))
  return (text) => {
    const found = known.get(text.toLowerCase())
    if (!found) throw new AppError('IMPORT_OWNER_UNKNOWN')
    return found
  }
}

interface ImportedOwner {
  readonly thirdpartyId: number
  readonly owner: Party | null
}

/** Whoever has left since the file was read is passed over: their companies fall to the next in line. */
export async function nameImported(tx: Tx, scope: Scope, rows: readonly ImportedOwner[]): Promise<void> {
  const byOwner = new Map<string, { owner: Party; subjects: OwnedSubject[] }>()
  for (const { thirdpartyId, owner } of rows) {
    if (owner === null) continue
    const key = JSON.stringify(owner)
    const same = byOwner.get(key) ?? { owner, subjects: [] }
    same.subjects.push({ subject: thirdpartyId, thirdpartyId })
    byOwner.set(key, same)
  }
  for (const { owner, subjects } of byOwner.values())
    if (await isThere(tx, scope, owner)) await nameOwners(tx, scope, subjects, owner)
}

async function isThere(tx: Tx, scope: Scope, party: Party): Promise<boolean> {
  try {
    await holdParty(tx, scope, party)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
