import type { Db } from '../../platform/db/index.ts'
import { enqueueForAccount, type Handlers } from '../../platform/jobs/index.ts'
import type { InvitationSettings } from '../invitations/index.ts'
import { renewDossiers } from './renew-dossiers.ts'
import { requestRenewals } from './request-renewals.ts'
import { warnContacts } from './warn-contacts.ts'

type RenewalHandlers = Pick<Handlers, Extract<keyof Handlers, `renewals.${string}`>>
type AccountIds = (db: Db) => Promise<number[]>

/** Each account by its own clock, as a job of its own. Without settings nobody is written to. */
export function renewalTasks(settings: InvitationSettings | null, accountIds: AccountIds): RenewalHandlers {
  const warn = settings ? warnContacts(settings) : () => Promise.resolve()
  return {
    'renewals.run': (_payload, { db }) => forEach(db, accountIds, 'renewals.run-account'),
    'renewals.run-account': async (_payload, { db, scope, signal }) => {
      await renewDossiers(db, scope, signal)
      await requestRenewals(db, scope, signal)
    },
    'renewals.warn': (_payload, { db }) => forEach(db, accountIds, 'renewals.warn-account'),
    'renewals.warn-account': (_payload, { db, scope, signal }) => warn(db, scope, signal),
  }
}

async function forEach(
  db: Db,
  accountIds: AccountIds,
  task: 'renewals.run-account' | 'renewals.warn-account',
): Promise<void> {
  const accounts = await accountIds(db)
  await db.system(async (tx) => {
    for (const accountId of accounts) {
      await enqueueForAccount(tx, task, accountId)
    }
  })
}
