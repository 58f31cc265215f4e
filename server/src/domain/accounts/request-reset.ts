import type { Db } from '../../platform/db/index.ts'
import type { Clock, Origin } from '../../platform/kernel/index.ts'
import { takeAttempt, type BudgetKeys } from './attempt-budgets.ts'
import { comparableEmail } from './email.ts'
import { notifyPerson } from './notify-person.task.ts'
import { recordOfPerson } from './person-journal.ts'

const perEmail = { burst: 3, periodMs: 20 * 60_000 }

/**
 * Mails a link to choose a new password, if there is somebody to mail it to. The caller learns nothing either way;
 * the work is left to a job, because how long it takes would tell as much as an answer.
 */
export async function requestPasswordReset(
  deps: { readonly db: Db; readonly clock: Clock; readonly budgetKeys: BudgetKeys },
  command: { email: string; origin: Origin },
): Promise<void> {
  const email = comparableEmail(command.email)
  const budget = { key: deps.budgetKeys('password reset', email), ...perEmail }
  await deps.db.system(async (tx) => {
    // Nobody's mailbox is to be filled by strangers.
    if (!(await takeAttempt(tx, budget, deps.clock.now()))) return
    const person = await tx
      .selectFrom('app_user')
      .select('user_id as userId')
      .where('email', '=', email)
      .where('directory_account_id', 'is', null)
      .where('active', '=', true)
      .executeTakeFirst()
    await notifyPerson(tx, person?.userId ?? null, { kind: 'RESET_LINK' })
    if (!person) return
    const actor = { type: 'ANYONE', id: null, name: 'sign-in page' } as const
    const by = { actor, origin: command.origin }
    await recordOfPerson(tx, person.userId, by, { name: 'PASSWORD_RESET_REQUESTED' })
  })
}
