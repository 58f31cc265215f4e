import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { notifyPerson } from './notify-person.task.ts'
import { passwordMatches } from './password-hash.ts'
import { recordByPerson } from './person-journal.ts'
import { tokensOf, type PersonTokens } from './person-tokens.ts'
import { lockPerson } from './second-factor/fresh-proof.ts'
import { refuseProof, type SignedIn } from './second-factor/step-up.ts'
import type { AccountsService } from './service.ts'
import { recogniseDevice, type Arrival } from './session-list/devices.ts'
import { openSession, type Session } from './sessions.ts'
import { acceptPassword, replacePassword, wordsAboutPerson } from './set-password.ts'
import { findUserAccess, type PersonAccess } from './access.queries.ts'

export interface ChangePassword {
  readonly currentPassword: string
  readonly newPassword: string
  readonly arrival: Arrival
}

/** Ends every session of the person, and opens one for the browser that asked. */
export async function changePassword(
  service: AccountsService,
  person: SignedIn,
  command: ChangePassword,
): Promise<PersonTokens> {
  const { db } = service
  const { email, passwordHash: former } = await db.system((tx) => lockPerson(tx, person))
  // A lane of their own: whoever guesses with a stolen token holds up nobody else.
  const turn = { lane: `own password ${person.id}`, rank: 1 } as const
  const matches = await passwordMatches(command.currentPassword, former, turn)
  const passwordHash = matches
    ? await acceptNew(service, person, { email, chosen: command.newPassword })
    : null
  const outcome = await db.system(async (tx) => {
    const locked = await lockPerson(tx, person)
    // Counted in the session, which ends after a few: wrong, or no longer right since it was looked at.
    if (passwordHash === null || locked.passwordHash !== former) {
      return refuseProof(tx, service, { ...person, at: 'password change' }, locked)
    }
    await replacePassword(tx, person.id, { passwordHash, provesAddress: null })
    const started = await continueSession(tx, service, locked.sessionId, { person, arrival: command.arrival })
    await recordByPerson(tx, person, { name: 'PASSWORD_CHANGED' })
    await notifyPerson(tx, person.id, { kind: 'PASSWORD_CHANGED' })
    return started
  })
  if (outcome instanceof AppError) throw outcome
  service.log('PASSWORD_SET', { userId: person.id }, person.origin)
  return tokensOf(service, outcome.session, outcome.standing)
}

async function acceptNew(
  { db }: AccountsService,
  { id }: SignedIn,
  { email, chosen }: { email: string; chosen: string },
): Promise<string> {
  const words = await db.system((tx) => wordsAboutPerson(tx, id))
  return acceptPassword(chosen, { email, words })
}

/** A password is all that was given: the second proof stays as old as it is, and accounts that shut it out stay shut. */
async function continueSession(
  tx: Tx,
  { clock }: AccountsService,
  formerId: number,
  { person, arrival }: { person: SignedIn; arrival: Arrival },
): Promise<{ session: Session; standing: PersonAccess }> {
  const access = await findUserAccess(tx, person.id)
  if (!access?.active) throw new AppError('AUTH_TOKEN_REVOKED')
  const { deviceId } = await recogniseDevice(tx, clock, person.id, arrival)
  const { version } = access
  const newSession = {
    userId: person.id,
    version,
    ...arrival.origin,
    deviceId,
    secondFactor: null,
    confinedTo: null,
  }
  const session = await openSession(tx, clock, newSession)
  await sql`
    update person_session s set second_factor = f.second_factor, second_factor_at = f.second_factor_at,
      closed_accounts = f.closed_accounts
    from person_session f where f.session_id = ${formerId} and s.session_id = ${session.sessionId}`.execute(
    tx,
  )
  return { session, standing: access }
}
