import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { differences, effectiveStatus, statusColumns, type StatedStatus } from './identity.ts'
import { lockThirdParty } from './identity.queries.ts'
import { recordInformation, update } from './store-identity.ts'

/** The status legal announcements give a company, over what was known; the event only if the status shown moves. */
export async function storeAnnounced(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, announced }: { thirdpartyId: number; announced: StatedStatus },
): Promise<void> {
  const known = await lockThirdParty(tx, scope, thirdpartyId)
  // Where the account itself keeps the record, its own word on the company's standing counts.
  if (!known || known.isArchived || known.source === 'UNMANAGED') return
  const register = await registerStatus(tx, scope, thirdpartyId)
  if (register === null) return
  const identity = { ...known.identity, ...effectiveStatus(register, announced) }
  const changes = differences(known.identity, identity)
  if (changes.length === 0 && sameStatus(known.announced, announced)) return
  if (changes.length === 0) {
    await storeAnnouncedStatus(tx, scope, thirdpartyId, announced)
    return
  }
  recordInformation(tx, scope, known, {
    changes,
    identityStatus: known.identityStatus,
    provider: 'announcements',
  })
  await update(tx, scope, known, {
    status: identity.status,
    status_detail: identity.statusDetail,
    status_since: identity.statusSince,
    announced_status: statusColumns(announced),
  })
}

function sameStatus(one: StatedStatus | null, other: StatedStatus): boolean {
  return (
    one?.status === other.status &&
    one.statusDetail === other.statusDetail &&
    one.statusSince === other.statusSince
  )
}

async function registerStatus(tx: Tx, scope: Scope, thirdpartyId: number): Promise<StatedStatus | null> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('register_status')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
  return (row?.register_status ?? null) as StatedStatus | null
}

/** Not a change of the record: nothing that is shown differs, so neither version nor event. */
async function storeAnnouncedStatus(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  announced: StatedStatus,
): Promise<void> {
  await sql`update thirdparty set announced_status = ${statusColumns(announced)}
    where account_id = ${scope.accountId} and thirdparty_id = ${thirdpartyId}`.execute(tx)
}
