import type { Db } from '../../platform/db/index.ts'
import { enqueue, enqueueForAccount, type Handlers } from '../../platform/jobs/index.ts'
import { handOnThemes } from './hand-on-themes.ts'
import { inviteContacts } from './invite-contacts.ts'
import { reinviteContacts } from './reinvite-contacts.ts'
import { remindContacts } from './remind-contacts.ts'
import type { InvitationSettings } from './settings.ts'

type AccountIds = (db: Db) => Promise<number[]>
type InvitationHandlers = Pick<Handlers, Extract<keyof Handlers, `invitations.${string}`>>

const idle = () => Promise.resolve()

/**
 * Each account by its own clock, as a job of its own: one that fails holds up nobody else. Without settings nobody is
 * written to.
 */
export function invitationTasks(
  settings: InvitationSettings | null,
  accountIds: AccountIds,
): InvitationHandlers {
  const invite = settings ? inviteContacts(settings) : idle
  const reinvite = settings ? reinviteContacts(settings) : idle
  const remind = settings ? remindContacts(settings) : idle
  return {
    'invitations.invite': ({ thirdpartyId }, { db, scope, signal }) =>
      invite(db, scope, signal, thirdpartyId),
    'invitations.invite-all': async (_payload, { db }) => {
      const accounts = await accountIds(db)
      await db.system(async (tx) => {
        for (const accountId of accounts) {
          const jobKey = `invitations.invite:${accountId}:all`
          await enqueue(tx, 'invitations.invite', { accountId, thirdpartyId: null }, { jobKey })
        }
      })
    },
    'invitations.reinvite': (_payload, { db }) => forEach(db, accountIds, 'invitations.reinvite-account'),
    'invitations.reinvite-account': (_payload, { db, scope, signal }) => reinvite(db, scope, signal),
    'invitations.remind': (_payload, { db }) => forEach(db, accountIds, 'invitations.remind-account'),
    'invitations.hand-on': (_payload, { db, scope, signal }) => handOnThemes(db, scope, signal),
    'invitations.remind-account': (_payload, { db, scope, signal }) => remind(db, scope, signal),
  }
}

async function forEach(
  db: Db,
  accountIds: AccountIds,
  task: 'invitations.reinvite-account' | 'invitations.remind-account',
): Promise<void> {
  const accounts = await accountIds(db)
  await db.system(async (tx) => {
    for (const accountId of accounts) {
      await enqueueForAccount(tx, task, accountId)
    }
  })
}
