import { sql } from 'kysely'
import { operatorChain, recordAdministration } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, formatDateTime, type Clock, type Scope } from '../../../platform/kernel/index.ts'
import { inDirectory } from '../directory.ts'
import { notifyPerson } from '../notify-person.task.ts'
import { accountIdsOfPerson } from '../person-journal.ts'
import { belongsElsewhere, requireMember } from '../session-list/end-sessions.ts'
import { endSessionsOfUser, raiseVersion } from '../sessions.ts'

const requestMs = 24 * 60 * 60 * 1000

export interface ResetRequestView {
  userId: number
  askedBy: number
  askedAt: string
  expiresAt: string
}

export async function listResets(tx: ReadTx, scope: Scope, clock: Clock): Promise<ResetRequestView[]> {
  const rows = await tx
    .selectFrom('factor_reset')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('expires_at', '>', clock.now())
    .orderBy('asked_at')
    .execute()
  return rows.map(asView)
}

/** The first of two administrators. Asking again while it is open changes nothing. */
export async function requestReset(
  tx: Tx,
  scope: Scope,
  clock: Clock,
  userId: number,
): Promise<ResetRequestView> {
  await requireMember(tx, scope, userId)
  const askedBy = requireOtherPerson(scope, userId)
  await inDirectory(tx, () => requireResettable(tx, scope, userId))
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + requestMs)
  const open = await lockRequest(tx, scope, clock, userId)
  if (open) return asView(open)
  const requestRow = { asked_by: askedBy, asked_at: now, expires_at: expiresAt }
  const request = await tx
    .insertInto('factor_reset')
    .values({ account_id: scope.accountId, user_id: userId, ...requestRow })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(requestRow))
    .returningAll()
    .executeTakeFirstOrThrow()
  recordAdministration(tx, scope, {
    name: 'SECOND_FACTOR_RESET_ASKED',
    subject: { type: 'USER', id: userId },
  })
  await notifyPerson(tx, userId, { kind: 'FACTOR_RESET_ASKED' })
  return asView(request)
}

/** The second one, who is neither the first nor the person. All sessions of the person end. */
export async function confirmReset(tx: Tx, scope: Scope, clock: Clock, userId: number): Promise<void> {
  await requireMember(tx, scope, userId)
  const confirmedBy = requireOtherPerson(scope, userId)
  const request = await lockRequest(tx, scope, clock, userId)
  if (!request) throw new AppError('FACTOR_RESET_NOT_FOUND', { userId })
  const stillTwo = request.asked_by !== confirmedBy && (await isAdministrator(tx, scope, request.asked_by))
  if (!stillTwo) throw new AppError('SECOND_ADMINISTRATOR_REQUIRED')
  await inDirectory(tx, async () => {
    await requireResettable(tx, scope, userId)
    await takeFactorsAway(tx, userId)
  })
  const subject = { type: 'USER', id: userId } as const
  recordAdministration(tx, scope, {
    name: 'SECOND_FACTOR_RESET',
    subject,
    after: { askedBy: request.asked_by, confirmedBy },
  })
}

export async function withdrawReset(tx: Tx, scope: Scope, clock: Clock, userId: number): Promise<void> {
  await requireMember(tx, scope, userId)
  const request = await lockRequest(tx, scope, clock, userId)
  if (!request) throw new AppError('FACTOR_RESET_NOT_FOUND', { userId })
  await tx
    .deleteFrom('factor_reset')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .execute()
  const subject = { type: 'USER', id: userId } as const
  recordAdministration(tx, scope, { name: 'SECOND_FACTOR_RESET_WITHDRAWN', subject })
}

/** From the command line, for whoever cannot be helped by two administrators. Needs the directory. */
export async function resetByOperator(tx: Tx, userId: number): Promise<void> {
  const subject = { type: 'USER', id: userId } as const
  const actor = { type: 'OPERATOR', id: null, name: 'command line' } as const
  for (const accountId of [operatorChain, ...(await accountIdsOfPerson(tx, userId))]) {
    recordAdministration(tx, { accountId, actor }, { name: 'SECOND_FACTOR_RESET', subject })
  }
  await takeFactorsAway(tx, userId)
}

async function takeFactorsAway(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('app_user').set(raiseVersion()).where('user_id', '=', userId).execute()
  await forgetFactors(tx, userId)
  await endSessionsOfUser(tx, userId, 'FACTOR_RESET')
  await notifyPerson(tx, userId, { kind: 'FACTOR_RESET' })
}

/** Everything the person could prove themselves with, besides the password. */
export async function forgetFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of [
    'second_factor',
    'recovery_code',
    'factor_challenge',
    'factor_failures',
    'factor_reset',
  ] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
}

/** Machines do not vouch for people, and nobody vouches for themselves. */
function requireOtherPerson({ actor }: Scope, userId: number): number {
  if (actor.type !== 'USER' || actor.id === null) throw new AppError('PEOPLE_ONLY')
  if (actor.id === userId) throw new AppError('SECOND_ADMINISTRATOR_REQUIRED')
  return actor.id
}

/** One answer whether the person has no factor or other accounts rely on it: neither is this account's to know. */
async function requireResettable(tx: Tx, scope: Scope, userId: number): Promise<void> {
  const factor = await tx
    .selectFrom('second_factor')
    .select('factor_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor || (await belongsElsewhere(tx, scope, userId))) throw new AppError('FACTOR_RESET_REFUSED')
}

function lockRequest(tx: Tx, scope: Scope, clock: Clock, userId: number) {
  return tx
    .selectFrom('factor_reset')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .forUpdate()
    .executeTakeFirst()
}

async function isAdministrator(tx: ReadTx, scope: Scope, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .where(sql<boolean>`'ADMIN' = any(roles)`)
    .executeTakeFirst()
  return row !== undefined
}

function asView(row: {
  user_id: number
  asked_by: number
  asked_at: Date
  expires_at: Date
}): ResetRequestView {
  return {
    userId: row.user_id,
    askedBy: row.asked_by,
    askedAt: formatDateTime(row.asked_at),
    expiresAt: formatDateTime(row.expires_at),
  }
}
