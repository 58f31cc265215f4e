import { recordAdministration } from '../../platform/administration/index.ts'
import type { AdministrationScope } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import {
  AppError,
  createAddressMatcher,
  normalAddressRange,
  type Scope,
} from '../../platform/kernel/index.ts'
import { announceToAll } from './standing.ts'

export interface AllowAddresses {
  readonly addresses: readonly string[]
  /** Where whoever changes it comes from; null for the operator, who comes from nowhere. */
  readonly ownAddress: string | null
  /** Even if it keeps out whoever changes it. */
  readonly force: boolean
}

export async function listAllowedAddresses(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<string[]> {
  const row = await tx
    .selectFrom('account')
    .select('allowed_addresses')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
  return row.allowed_addresses
}

/** From where the account may be used, by people and clients alike; an empty list means from anywhere. */
export async function allowAddresses(
  tx: Tx,
  scope: AdministrationScope,
  command: AllowAddresses,
): Promise<void> {
  const { accountId } = scope
  const before = await lockAddresses(tx, accountId)
  const after = readAddressRanges('/addresses', command.addresses)
  if (command.ownAddress !== null && !command.force) refuseLockOut(after, command.ownAddress)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await tx
    .updateTable('account')
    .set({ allowed_addresses: after })
    .where('account_id', '=', accountId)
    .execute()
  await announceToAll(tx)
  recordAdministration(tx, scope, {
    name: 'SETTINGS_CHANGED',
    subject: { type: 'ACCOUNT', id: accountId },
    before: { allowedAddresses: before },
    after: { allowedAddresses: after },
  })
}

async function lockAddresses(tx: Tx, accountId: number): Promise<string[]> {
  const row = await tx
    .selectFrom('account')
    .select('allowed_addresses')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
  return row.allowed_addresses
}

/** As they are kept, each once. `place` is where they stand in the request. */
export function readAddressRanges(place: string, given: readonly string[]): string[] {
  const read = given.map(normalAddressRange)
  const errors = read.flatMap((range, index) =>
    range === null ? [{ pointer: `${place}/${index}`, code: 'FIELD_FORMAT', message: '' }] : [],
  )
  if (errors.length > 0) throw new AppError('ADDRESS_RANGE_INVALID', {}, { errors })
  return [...new Set(read.filter((range) => range !== null))]
}

/** Nobody shuts themselves out by mistake. */
export function refuseLockOut(ranges: readonly string[], address: string): void {
  if (ranges.length === 0 || createAddressMatcher(ranges)(address)) return
  throw new AppError('ADDRESS_LOCKS_CALLER_OUT', { address })
}
