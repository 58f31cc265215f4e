import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, createAddressMatcher, rightsOf, type Right } from '../../platform/kernel/index.ts'
import { listAllowedAddresses } from './allowed-addresses.ts'
import { existingAccounts, findClientAccess, findUserAccess } from './access.queries.ts'

const none: ReadonlySet<Right> = new Set()

/** Whom a link was made for, and in which account. */
export interface LinkMaker {
  readonly principal: string
  readonly accountId: number
}

/**
 * What a link opens at this moment: no more than its maker may see, and only to somebody in a place from which the account
 * may be used. A link that was carried outside is worth nothing there.
 */
export async function rightsByLink(
  tx: ReadTx,
  { principal, accountId }: LinkMaker,
  address: string,
): Promise<ReadonlySet<Right>> {
  const rights = await rightsNow(tx, principal, accountId)
  if (!rights.has('read')) throw new AppError('LINK_INVALID')
  const ranges = await listAllowedAddresses(tx, { accountId })
  const isInside = ranges.length === 0 || createAddressMatcher(ranges)(address)
  if (!isInside) throw new AppError('ADDRESS_NOT_ALLOWED', { address })
  return rights
}

/**
 * What the holder of this key may do in an account at this moment, outside any request of theirs. Somebody known only
 * to an external issuer has no row to ask: what was made for them holds as long as it says, for reading.
 */
async function rightsNow(tx: ReadTx, key: string, accountId: number): Promise<ReadonlySet<Right>> {
  const [, kind, id] = /^(user|client):([1-9]\d{0,15})$/.exec(key) ?? []
  if (kind === undefined) {
    const exists = key.startsWith('external:') && (await existingAccounts(tx, [accountId])).ids.length > 0
    return exists ? new Set<Right>(['read']) : none
  }
  const access = await (kind === 'user' ? findUserAccess(tx, Number(id)) : findClientAccess(tx, Number(id)))
  if (!access?.active) return none
  return rightsOf(access.roles.get(accountId) ?? [])
}
