import { requireUsable, type ReadTx } from '../../platform/db/index.ts'
import {
  AppError,
  createAddressMatcher,
  rightsOf,
  type Right,
  type VisibleUnits,
} from '../../platform/kernel/index.ts'
import { listAllowedAddresses } from './allowed-addresses.ts'
import { existingAccounts, findClientAccess, findUserAccess } from './access.queries.ts'

/** What the maker of a link may do, and of which companies. */
export interface LinkAccess {
  readonly rights: ReadonlySet<Right>
  readonly units: VisibleUnits
}

const none: LinkAccess = { rights: new Set(), units: [] }

/** Whom a link was made for, and in which account. */
export interface LinkMaker {
  readonly principal: string
  readonly accountId: number
}

/**
 * What a link opens at this moment: no more than its maker may see, and only to somebody in a place from which the account
 * may be used. A link that was carried outside is worth nothing there.
 */
export async function accessByLink(
  tx: ReadTx,
  { principal, accountId }: LinkMaker,
  address: string,
): Promise<LinkAccess> {
  await requireUsable(tx, accountId)
  const access = await accessNow(tx, principal, accountId)
  if (!access.rights.has('read')) throw new AppError('LINK_INVALID')
  const ranges = await listAllowedAddresses(tx, { accountId })
  const isInside = ranges.length === 0 || createAddressMatcher(ranges)(address)
  if (!isInside) throw new AppError('ADDRESS_NOT_ALLOWED', { address })
  return access
}

/**
 * What the holder of this key may do in an account at this moment, outside any request of theirs. Somebody known only
 * to an external issuer has no row to ask: what was made for them holds as long as it says, for reading.
 */
export async function accessNow(tx: ReadTx, key: string, accountId: number): Promise<LinkAccess> {
  const [, kind, id] = /^(user|client):([1-9]\d{0,15})$/.exec(key) ?? []
  if (kind === undefined) {
    const exists = key.startsWith('external:') && (await existingAccounts(tx, [accountId])).ids.length > 0
    return exists ? { rights: new Set<Right>(['read']), units: 'ALL' } : none
  }
  const access = await (kind === 'user' ? findUserAccess(tx, Number(id)) : findClientAccess(tx, Number(id)))
  if (!access?.active) return none
  return { rights: rightsOf(access.roles.get(accountId) ?? []), units: access.units.get(accountId) ?? [] }
}
