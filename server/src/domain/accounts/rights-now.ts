import type { ReadTx } from '../../platform/db/index.ts'
import { rightsOf, type Right } from '../../platform/kernel/index.ts'
import { existingAccounts, standingOfClient, standingOfUser } from './standing.queries.ts'

const none: ReadonlySet<Right> = new Set()

/**
 * What the holder of this key may do in an account at this moment, outside any request of theirs. Somebody known only
 * to an external issuer has no row to ask: what was made for them holds as long as it says, for reading.
 */
export async function rightsNow(tx: ReadTx, key: string, accountId: number): Promise<ReadonlySet<Right>> {
  const [, kind, id] = /^(user|client):([1-9]\d{0,15})$/.exec(key) ?? []
  if (kind === undefined) {
    const exists = key.startsWith('external:') && (await existingAccounts(tx, [accountId])).ids.length > 0
    return exists ? new Set<Right>(['read']) : none
  }
  const standing = await (kind === 'user' ? standingOfUser(tx, Number(id)) : standingOfClient(tx, Number(id)))
  if (!standing?.active) return none
  return rightsOf(standing.roles.get(accountId) ?? [])
}
