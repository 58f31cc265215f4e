import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import { withAccount, type Tx } from '../../platform/db/index.ts'
import { enqueue, hurryPutOffJobs } from '../../platform/jobs/index.ts'
import { AppError, jobScope, type Scope } from '../../platform/kernel/index.ts'
import { announceToAll } from '../accounts/index.ts'
import { mailDeletionAsked, mailDeletionTakenBack } from './deletion.mail.ts'
import { findNamedAccount } from './suspend-account.ts'

export interface DeletionWish {
  readonly reason: string
  readonly now: Date
  /** Until then it can be taken back. */
  readonly dueAt: Date
  readonly publicUrl: string | null
}

/**
 * From now on nobody uses the account; when its day comes, a job deletes it. The operator's word counts more than what an
 * administrator asked for before, and can be given again: what has begun goes on.
 */
export async function askDeletion(
  tx: Tx,
  scope: AdministrationScope,
  { reason, now, dueAt, publicUrl }: DeletionWish,
): Promise<void> {
  const { accountId, actor } = scope
  const standing = await tx
    .selectFrom('account_standing')
    .select(['deletion_asked_at', 'deleting_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  const isOperator = actor.type === 'OPERATOR'
  if (standing?.deletion_asked_at && !isOperator) throw new AppError('DELETION_ASKED_ALREADY')
  if (standing?.deleting_at) return enqueueDeletion(tx, accountId, now)
  const asked = {
    deletion_asked_at: now,
    deletion_asked_by_type: actor.type,
    deletion_asked_by: actor.id,
    deletion_reason: reason,
    deletion_due_at: dueAt,
  }
  await tx
    .insertInto('account_standing')
    .values({ account_id: accountId, ...asked })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(asked))
    .execute()
  await announceToAll(tx)
  recordAdministration(tx, scope, {
    name: 'ACCOUNT_DELETION_ASKED',
    subject: { type: 'ACCOUNT', id: accountId },
    after: { reason, dueAt: dueAt.toISOString() },
  })
  // Where no days of grace are left, the mail would be deleted before it could go.
  if (!isOperator)
    await withAccount(tx, accountId, () =>
      mailDeletionAsked(tx, jobScope(accountId, 'leaving'), { now, dueAt, publicUrl }),
    )
  await enqueueDeletion(tx, accountId, dueAt)
}

export async function enqueueDeletion(tx: Tx, accountId: number, runAt: Date): Promise<void> {
  await enqueue(tx, 'leaving.delete', { accountId }, { jobKey: `leaving.delete:${accountId}`, runAt })
}

/** The name is typed by hand, so that nobody deletes another account than they think. */
export async function requireName(tx: Tx, { accountId }: Scope, typed: string): Promise<void> {
  const { name } = await findNamedAccount(tx, accountId)
  if (typed.trim().normalize('NFC') !== name.trim().normalize('NFC'))
    throw new AppError('ACCOUNT_NAME_DIFFERS')
}

/** Possible until the first row is gone, unless the operator wants it gone. */
export async function takeBackDeletion(
  tx: Tx,
  scope: Scope,
  { now, publicUrl }: Pick<DeletionWish, 'now' | 'publicUrl'>,
): Promise<void> {
  const { accountId } = scope
  const standing = await tx
    .selectFrom('account_standing')
    .select(['deletion_asked_by_type', 'deleting_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!standing?.deletion_asked_by_type || standing.deleting_at) throw new AppError('DELETION_NOT_ASKED')
  if (standing.deletion_asked_by_type === 'OPERATOR') throw new AppError('DELETION_BY_OPERATOR')
  await tx
    .updateTable('account_standing')
    .set({
      deletion_asked_at: null,
      deletion_asked_by_type: null,
      deletion_asked_by: null,
      deletion_reason: null,
      deletion_due_at: null,
    })
    .where('account_id', '=', accountId)
    .execute()
  await announceToAll(tx)
  await hurryPutOffJobs(tx, accountId)
  recordAdministration(tx, scope, {
    name: 'ACCOUNT_DELETION_TAKEN_BACK',
    subject: { type: 'ACCOUNT', id: accountId },
  })
  await mailDeletionTakenBack(tx, scope, { now, publicUrl })
}
