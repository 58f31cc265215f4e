import type { Db } from '../../platform/db/index.ts'
import type { ObjectStore, Scanner } from '../../platform/files/index.ts'
import { enqueueForAccount, type Handlers } from '../../platform/jobs/index.ts'
import type { InvitationSettings } from '../invitations/index.ts'
import { checkEvidence } from './check-evidence.task.ts'
import { remindActions } from './remind-actions.ts'
import { takePlan } from './take-plan.task.ts'

interface TaskDeps {
  readonly store: ObjectStore
  readonly scanner: Scanner | null
  /** Without them nobody is written to. */
  readonly invitations: InvitationSettings | null
  readonly accountIds: (db: Db) => Promise<number[]>
}

type FindingHandlers = Pick<Handlers, Extract<keyof Handlers, `findings.${string}`>>

/** What is done about findings once something was sent, and as time passes; each account by its own clock. */
export function findingTasks({ store, scanner, invitations, accountIds }: TaskDeps): FindingHandlers {
  const remind = invitations ? remindActions(invitations) : () => Promise.resolve()
  return {
    'findings.check-evidence': checkEvidence({ store, scanner }),
    'findings.take-plan': takePlan,
    'findings.remind': async (_payload, { db }) => {
      const accounts = await accountIds(db)
      await db.system(async (tx) => {
        for (const accountId of accounts) await enqueueForAccount(tx, 'findings.remind-account', accountId)
      })
    },
    'findings.remind-account': (_payload, { db, scope, signal }) => remind(db, scope, signal),
  }
}
