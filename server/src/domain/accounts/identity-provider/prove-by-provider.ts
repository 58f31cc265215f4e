import type { Tx } from '../../../platform/db/index.ts'
import type { Origin } from '../../../platform/kernel/index.ts'
import { recordByPerson } from '../person-journal.ts'
import { sha256 } from '../secrets.ts'
import type { AccountsService } from '../service.ts'
import { sessionMark } from '../sessions.ts'
import { announceStanding } from '../standing.ts'
import type { Journey, ProofAsked } from './journeys.ts'
import type { Identity } from './read-claims.ts'
import { leaveFor, returnFrom } from './sign-in-by-provider.ts'
import { SignInRefused } from './sign-in-refusal.ts'

// Two clocks are compared.
const leewayMs = 30_000

/**
 * Sends a browser to the provider that opened its session, to be asked there who it is. The session is known by its
 * cookie: a link that somebody else made proves nothing for their session.
 */
export async function beginProof(
  service: AccountsService,
  { refreshToken, returnTo }: { readonly refreshToken: string | null; readonly returnTo: string },
): Promise<{ location: string; journey: string }> {
  const session = refreshToken === null ? null : await findSession(service, refreshToken)
  if (!session) throw new SignInRefused('STATE_MISMATCH', 'This browser has no session.')
  const proof = { family: session.family, leftAt: service.clock.now().getTime() }
  return leaveFor(service, { accountId: session.confinedTo, returnTo, proof })
}

async function findSession({ db, clock }: AccountsService, refreshToken: string) {
  const now = clock.now()
  const row = await db.system((tx) =>
    tx
      .selectFrom('refresh_token as t')
      .innerJoin('person_session as s', 's.family_id', 't.family_id')
      .select(['s.family_id as family', 's.confined_account_id as confinedTo'])
      .where('t.token_hash', '=', sha256(refreshToken))
      .where('t.expires_at', '>', now)
      .where('s.expires_at', '>', now)
      .where('s.ended_at', 'is', null)
      .executeTakeFirst(),
  )
  return row ?? null
}

interface Returned {
  readonly journey: Journey
  readonly callback: URL
  readonly proof: ProofAsked
  readonly origin: Origin
}

/** Makes the proof of the session fresh, if the same person was asked anew. Throws `SignInRefused`. */
export async function finishProof(service: AccountsService, returned: Returned): Promise<void> {
  const { journey, proof } = returned
  const { identity } = await returnFrom(service, returned)
  const provedAt = requireAnew(identity, proof)
  const userId = await service.db.system((tx) => storeProof(tx, service, { ...returned, identity, provedAt }))
  service.authenticator.forget(sessionMark(proof.family))
  const { accountId } = journey
  service.log('STEP_UP_PASSED', { userId, by: 'oidc', ...(accountId !== null && { accountId }) })
}

/** A provider may ignore that we asked: only what it says of the time counts, and silence does not. */
function requireAnew({ provedAt }: Identity, { leftAt }: ProofAsked): Date {
  if (provedAt === null) throw new SignInRefused('NOT_PROVED_ANEW', 'The claim auth_time is missing.')
  if (provedAt.getTime() < leftAt - leewayMs) {
    throw new SignInRefused('NOT_PROVED_ANEW', `The last proof was given at ${provedAt.toISOString()}.`)
  }
  return provedAt
}

async function storeProof(
  tx: Tx,
  { clock }: AccountsService,
  { journey, proof, identity, provedAt, origin }: Returned & { identity: Identity; provedAt: Date },
): Promise<number> {
  const { accountId } = journey
  const { family } = proof
  const now = clock.now()
  const at = provedAt < now ? provedAt : now
  const session = await tx
    .updateTable('person_session')
    .set({
      proved_at: at,
      ...(identity.secondFactor && { second_factor_at: at, second_factor: 'PROVIDER' }),
    })
    .where('family_id', '=', family)
    .where('ended_at', 'is', null)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('person_identity')
        .select('user_id')
        .where('provider_account_id', accountId === null ? 'is' : '=', accountId)
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject),
    )
    .returning('user_id as userId')
    .executeTakeFirst()
  if (!session) throw new SignInRefused('NOT_PROVED_ANEW', 'Somebody else gave the proof.')
  const { userId } = session
  const { name } = await tx
    .selectFrom('app_user')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const person = { id: userId, name, origin, confinedTo: accountId }
  await recordByPerson(tx, person, { name: 'STEP_UP_PASSED', after: { by: 'PROVIDER' } })
  await announceStanding(tx, [sessionMark(family)])
  return userId
}
