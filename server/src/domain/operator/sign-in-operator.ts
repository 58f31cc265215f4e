import { operatorScope, recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import {
  admitSignIn,
  comparableEmail,
  matchTotpStep,
  normalRecoveryCode,
  passwordMatches,
  randomToken,
  recordAdmittedSignIn,
  restoreAttempts,
  sha256,
  takeAttempt,
  type AccountsService,
} from '../accounts/index.ts'
import { openOperatorSession } from './operator-sessions.ts'

const challengeMs = 5 * 60_000
// As for people of accounts: ten wrong codes at once, then ten an hour.
const wrongCodes = { burst: 10, periodMs: 6 * 60_000 }

/** A right password leads to the question for the second factor, and never further. */
export async function signInOperator(
  service: AccountsService,
  given: { readonly email: string; readonly password: string; readonly origin: Origin },
): Promise<string> {
  const { db, clock } = service
  const { origin } = given
  const email = comparableEmail(given.email)
  // Under a name that no person of an account has: what somebody tries there does not count here.
  const attempt = {
    email: `operator ${email}`,
    arrival: { origin, deviceCookie: '' },
    throttledAs: 'OPERATOR_SIGN_IN_THROTTLED',
  } as const
  const admission = await admitSignIn(service, attempt)
  const operator = await db.system((tx) =>
    tx
      .selectFrom('operator_person')
      .select(['operator_id', 'password_hash'])
      .where('email', '=', email)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  )
  const matches = await passwordMatches(given.password, operator?.password_hash ?? null, admission.turn)
  if (!operator || !matches) {
    const operatorId = operator?.operator_id
    service.log('OPERATOR_SIGN_IN_FAILED', operatorId === undefined ? {} : { operatorId }, origin)
    if (operatorId !== undefined) await recordFailure(service, operatorId, { name: 'SIGN_IN_FAILED', origin })
    throw new AppError('LOGIN_FAILED')
  }
  await recordAdmittedSignIn(service, admission)
  const challenge = randomToken('vgq_')
  const row = { challenge_hash: sha256(challenge), operator_id: operator.operator_id }
  const expires_at = new Date(clock.now().getTime() + challengeMs)
  await db.system((tx) =>
    tx
      .insertInto('operator_challenge')
      .values({ ...row, expires_at })
      .execute(),
  )
  return challenge
}

export interface GivenCode {
  readonly challenge: string
  readonly totp?: string
  readonly recoveryCode?: string
  readonly origin: Origin
}

export interface SignedIn {
  readonly operatorId: number
  readonly session: string
}

/** The second step, which nobody gets past without. */
export async function passOperatorFactor(service: AccountsService, given: GivenCode): Promise<SignedIn> {
  const { db, clock } = service
  const { origin } = given
  // Counted before the code is looked at, so that many at once cannot slip through.
  const operatorId = await db.system(async (tx) => {
    const { operatorId: asked } = await requireChallenge(tx, clock.now(), given.challenge)
    return (await takeAttempt(tx, codeBudget(service, asked), clock.now())) ? asked : null
  })
  if (operatorId === null) {
    const seconds = wrongCodes.periodMs / 1000
    service.log('OPERATOR_SIGN_IN_THROTTLED', {}, origin)
    throw new AppError('LOGIN_THROTTLED', { seconds }, { headers: { 'retry-after': String(seconds) } })
  }
  const passed = await db.system((tx) => passOnce(tx, service, given))
  if (passed) return passed
  service.log('OPERATOR_SECOND_FACTOR_FAILED', { operatorId }, origin)
  await recordFailure(service, operatorId, { name: 'SECOND_FACTOR_FAILED', origin })
  throw new AppError('SECOND_FACTOR_FAILED')
}

async function passOnce(tx: Tx, service: AccountsService, given: GivenCode): Promise<SignedIn | null> {
  const { clock } = service
  const operator = await requireChallenge(tx, clock.now(), given.challenge)
  const { operatorId } = operator
  const means = await useCode(tx, service, operator, given)
  if (means === null) return null
  await tx.deleteFrom('operator_challenge').where('challenge_hash', '=', sha256(given.challenge)).execute()
  await restoreAttempts(tx, codeBudget(service, operatorId))
  const by = operatorScope({ command: 'operator sign-in', operatorId, origin: given.origin })
  if (means === 'RECOVERY_CODE') recordAdministration(tx, by, { name: 'RECOVERY_CODE_USED' })
  recordAdministration(tx, by, { name: 'SIGNED_IN', after: { secondFactor: means } })
  return { operatorId, session: await openOperatorSession(tx, clock, operatorId) }
}

interface Challenged {
  readonly operatorId: number
  readonly sealedSecret: Buffer | null
  readonly lastStep: number | null
}

/** Which code it was, used up; null for a wrong one. The row of the operator is locked: no code opens twice. */
async function useCode(
  tx: Tx,
  { clock, factorTools }: AccountsService,
  { operatorId, sealedSecret, lastStep }: Challenged,
  { totp, recoveryCode }: GivenCode,
): Promise<'TOTP' | 'RECOVERY_CODE' | null> {
  if (recoveryCode !== undefined) {
    const spent = await tx
      .updateTable('operator_recovery_code')
      .set({ used_at: clock.now() })
      .where('operator_id', '=', operatorId)
      .where('code_hash', '=', factorTools.hashRecoveryCode(operatorId, normalRecoveryCode(recoveryCode)))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return spent.numUpdatedRows > 0n ? 'RECOVERY_CODE' : null
  }
  if (totp === undefined || sealedSecret === null) return null
  const step = matchTotpStep(factorTools.totpKey, sealedSecret, { code: totp, now: clock.now(), lastStep })
  if (step === null) return null
  await tx
    .updateTable('operator_person')
    .set({ last_step: step })
    .where('operator_id', '=', operatorId)
    .execute()
  return 'TOTP'
}

async function requireChallenge(tx: Tx, now: Date, challenge: string): Promise<Challenged> {
  const row = await tx
    .selectFrom('operator_challenge as c')
    .innerJoin('operator_person as o', 'o.operator_id', 'c.operator_id')
    .select(['o.operator_id as operatorId', 'o.sealed_secret as sealedSecret', 'o.last_step as lastStep'])
    .where('c.challenge_hash', '=', sha256(challenge))
    .where('c.expires_at', '>', now)
    .where('o.removed_at', 'is', null)
    .forUpdate('o')
    .executeTakeFirst()
  if (!row) throw new AppError('CHALLENGE_INVALID')
  return row
}

function codeBudget({ budgetKeys }: AccountsService, operatorId: number) {
  return { key: budgetKeys('operator code', String(operatorId)), ...wrongCodes }
}

function recordFailure(
  { db }: AccountsService,
  id: number,
  { name, origin }: { name: 'SIGN_IN_FAILED' | 'SECOND_FACTOR_FAILED'; origin: Origin },
): Promise<void> {
  const scope = { ...operatorScope('operator sign-in'), origin }
  const actor = { type: 'ANYONE', id: null, name: 'operator sign-in' } as const
  return db.system(async (tx) =>
    recordAdministration(tx, { ...scope, actor }, { name, subject: { type: 'OPERATOR', id } }),
  )
}
