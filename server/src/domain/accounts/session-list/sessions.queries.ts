import type { ReadTx } from '../../../platform/db/index.ts'
import { formatDateTime, type Clock, type Scope } from '../../../platform/kernel/index.ts'
import { sessionIdleMs } from '../token-rules.ts'
import { describeDevice } from './describe-device.ts'

/** What an administrator sees of a session: nothing that tells where the person is or what they do elsewhere. */
export interface MemberSessionView {
  sessionId: number
  startedAt: string
  browser: string | null
  system: string | null
  secondFactor: boolean
}

export interface OwnSessionView extends MemberSessionView {
  lastSeenAt: string
  address: string | null
  deviceId: number | null
  secondFactorAt: string | null
  current: boolean
}

/** Sessions that can still be used. One that was not renewed for a while cannot. */
function openSessions(tx: ReadTx, clock: Clock, userId: number) {
  const now = clock.now()
  return tx
    .selectFrom('person_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - sessionIdleMs))
    .orderBy('started_at', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof openSessions>['execute']>>[number]

export async function ownSessions(
  tx: ReadTx,
  clock: Clock,
  person: { readonly userId: number; readonly family: string },
): Promise<OwnSessionView[]> {
  const rows = await openSessions(tx, clock, person.userId).execute()
  return rows.map((row) => ({
    ...view(row),
    lastSeenAt: formatDateTime(row.last_seen_at),
    address: row.source_address,
    deviceId: row.device_id,
    secondFactorAt: row.second_factor_at && formatDateTime(row.second_factor_at),
    current: row.family_id === person.family,
  }))
}

/** Of somebody in this account: those it has not been closed to. */
export async function memberSessions(
  tx: ReadTx,
  scope: Scope,
  clock: Clock,
  userId: number,
): Promise<MemberSessionView[]> {
  const rows = await openSessions(tx, clock, userId).execute()
  return rows.filter((row) => concernsAccount(row, scope.accountId)).map(view)
}

/** Whether a session is good for the account: not closed to it, nor another's alone. */
export function concernsAccount(
  row: Pick<Row, 'closed_accounts' | 'confined_account_id'>,
  accountId: number,
): boolean {
  if (row.closed_accounts.includes(accountId)) return false
  return row.confined_account_id === null || row.confined_account_id === accountId
}

function view(row: Row): MemberSessionView {
  return {
    sessionId: row.session_id,
    startedAt: formatDateTime(row.started_at),
    ...describeDevice(row.user_agent),
    secondFactor: row.second_factor_at !== null,
  }
}
