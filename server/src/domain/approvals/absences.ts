import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueueForAccount } from '../../platform/jobs/index.ts'
import { AppError, requireDay, type Day, type Scope } from '../../platform/kernel/index.ts'

export const maxAbsences = 50

export interface Absence {
  /** Both included. */
  readonly from: Day
  readonly until: Day
  readonly substituteId: number
}

/** In the order of their days. */
export async function listAbsences(tx: ReadTx, { accountId }: Scope, userId: number): Promise<Absence[]> {
  return tx
    .selectFrom('absence')
    .select(['from_day as from', 'until_day as until', 'substitute_id as substituteId'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('from_day')
    .execute()
}

/** None of somebody who has left. */
export async function nameSubstitutes(
  tx: ReadTx,
  { accountId }: Scope,
  absences: readonly Absence[],
): Promise<{ userId: number; name: string }[]> {
  if (absences.length === 0) return []
  return tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['m.user_id as userId', 'u.name'])
    .where('m.account_id', '=', accountId)
    .where(
      'm.user_id',
      'in',
      absences.map(({ substituteId }) => substituteId),
    )
    .orderBy('m.user_id')
    .execute()
}

/** These and no others. What was said before is in the administration journal. */
export async function putAbsences(
  tx: Tx,
  scope: Scope,
  { userId, absences }: { readonly userId: number; readonly absences: readonly Absence[] },
): Promise<Absence[]> {
  const { accountId } = scope
  await lockMember(tx, scope, userId)
  const after = absences.toSorted((a, b) => a.from.localeCompare(b.from))
  checkDays(absences, after)
  await checkSubstitutes(tx, scope, userId, absences)
  const before = await listAbsences(tx, scope, userId)
  if (JSON.stringify(before) === JSON.stringify(after)) return before
  await tx.deleteFrom('absence').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
  if (after.length > 0)
    await tx
      .insertInto('absence')
      .values(
        after.map(({ from, until, substituteId }) => ({
          account_id: accountId,
          user_id: userId,
          from_day: from,
          until_day: until,
          substitute_id: substituteId,
        })),
      )
      .execute()
  recordAdministration(tx, scope, {
    name: 'ABSENCES_CHANGED',
    subject: { type: 'USER', id: userId },
    before: { absences: before },
    after: { absences: after },
  })
  // Who can decide on what is open may be others now.
  await enqueueForAccount(tx, 'approvals.run-account', accountId)
  return after
}

export async function requireColleague(tx: ReadTx, { accountId }: Scope, userId: number): Promise<void> {
  const member = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw new AppError('USER_NOT_FOUND', { userId })
}

/** Two who write at once do so one after the other. */
async function lockMember(tx: Tx, { accountId }: Scope, userId: number): Promise<void> {
  const member = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('USER_NOT_FOUND', { userId })
}

function checkDays(given: readonly Absence[], inOrder: readonly Absence[]): void {
  for (const [nth, { from, until }] of given.entries()) {
    requireDay({ pointer: `/absences/${nth}/from` }, from)
    requireDay({ pointer: `/absences/${nth}/until` }, until)
    if (until < from)
      throw new AppError('ABSENCE_ENDS_FIRST', {}, { members: { pointer: `/absences/${nth}/until` } })
  }
  const overlap = inOrder.find(({ from }, nth) => nth > 0 && from <= (inOrder[nth - 1]?.until ?? ''))
  if (overlap) throw new AppError('ABSENCES_OVERLAP', { day: overlap.from })
}

async function checkSubstitutes(
  tx: Tx,
  { accountId }: Scope,
  userId: number,
  absences: readonly Absence[],
): Promise<void> {
  const wanted = [...new Set(absences.map(({ substituteId }) => substituteId))]
  if (wanted.length === 0) return
  if (wanted.includes(userId)) throw new AppError('SUBSTITUTE_IS_SELF')
  const found = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', accountId)
    .where('m.user_id', 'in', wanted)
    .where('m.active', '=', true)
    .where('u.active', '=', true)
    .execute()
  const known = new Set(found.map((row) => row.user_id))
  const missing = wanted.find((id) => !known.has(id))
  if (missing !== undefined) throw new AppError('SUBSTITUTE_UNKNOWN', { userId: missing })
}
