import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { notifyPerson } from '../notify-person.task.ts'
import { recordByPerson, type ActingPerson } from '../person-journal.ts'
import type { AccountsService } from '../service.ts'
import { announceStanding, personMark } from '../standing.ts'
import {
  challengeSeconds,
  dropChallenge,
  putChallenge,
  tryChallenge,
  type ChallengePurpose,
} from './challenges.ts'
import type { Factor } from './factor-tools.ts'
import { lockPerson, requireFreshProof, type LockedPerson } from './fresh-proof.ts'
import { creationOptions, verifyNewPasskey } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { matchTotpStep, newTotp } from './totp.ts'

type SignedIn = ActingPerson & { readonly family: string }

export interface AddedFactor {
  readonly factorId: number
  /** Only with the first factor. */
  readonly recoveryCodes?: string[]
}

const maxFactors = 10

/** Whoever may change their factors now, with the person locked until the end of the transaction. */
async function lockForChange(tx: Tx, service: AccountsService, person: SignedIn): Promise<LockedPerson> {
  const locked = await lockPerson(tx, person)
  requireFreshProof(service.clock, locked)
  return locked
}

async function lockForAddition(tx: Tx, service: AccountsService, person: SignedIn): Promise<LockedPerson> {
  const locked = await lockForChange(tx, service, person)
  if (locked.factors.length >= maxFactors) throw new AppError('SECOND_FACTOR_LIMIT', { limit: maxFactors })
  return locked
}

/** A new secret, shown this once. It counts only once a code made from it was given. */
export async function beginTotp(service: AccountsService, person: SignedIn) {
  return service.db.system(async (tx) => {
    const { userId, sessionId, email } = await lockForAddition(tx, service, person)
    const { secret, uri, sealed } = newTotp(service.factorTools.totpKey, email)
    const newChallenge = { purpose: 'ADD_TOTP', userId, sessionId, sealedSecret: sealed } as const
    return {
      challenge: await putChallenge(tx, service.clock, newChallenge),
      expiresIn: challengeSeconds,
      secret,
      uri,
    }
  })
}

export async function confirmTotp(
  service: AccountsService,
  person: SignedIn,
  given: { readonly challenge: string; readonly name: string; readonly code: string },
): Promise<AddedFactor> {
  return conclude(service, person, { token: given.challenge, purpose: 'ADD_TOTP' }, async (tx, challenge) => {
    const sealed = challenge.sealedSecret
    const now = service.clock.now()
    const step =
      sealed && matchTotpStep(service.factorTools.totpKey, sealed, { code: given.code, now, lastStep: null })
    if (!sealed || step === null) return null
    const row = { kind: 'TOTP', name: given.name, sealed_secret: sealed, last_step: step } as const
    return { row, means: 'TOTP' as const }
  })
}

export async function beginPasskey(service: AccountsService, person: SignedIn) {
  return service.db.system(async (tx) => {
    const { userId, sessionId, email, factors } = await lockForAddition(tx, service, person)
    const options = await creationOptions(service.factorTools, { userId, email, name: person.name }, factors)
    const newChallenge = { purpose: 'ADD_PASSKEY', userId, sessionId, webauthn: options.challenge } as const
    return {
      challenge: await putChallenge(tx, service.clock, newChallenge),
      expiresIn: challengeSeconds,
      options,
    }
  })
}

export async function confirmPasskey(
  service: AccountsService,
  person: SignedIn,
  given: { readonly challenge: string; readonly name: string; readonly credential: unknown },
): Promise<AddedFactor> {
  const wanted = { token: given.challenge, purpose: 'ADD_PASSKEY' } as const
  return conclude(service, person, wanted, async (_tx, { webauthn }) => {
    const response = given.credential as RegistrationResponseJSON
    const created = webauthn && (await verifyNewPasskey(service.factorTools, webauthn, response))
    if (!created) return null
    const { credentialId, publicKey, signCount, transports } = created
    const key = { credential_id: credentialId, public_key: publicKey, sign_count: signCount, transports }
    return { row: { kind: 'PASSKEY', name: given.name, ...key } as const, means: 'PASSKEY' as const }
  })
}

type Verified = {
  readonly row: { readonly kind: Factor['kind']; readonly name: string } & Record<string, unknown>
  readonly means: 'TOTP' | 'PASSKEY'
} | null

/** Checks the answer to a begun addition, stores the factor, and lets the session count as confirmed by it. */
async function conclude(
  service: AccountsService,
  person: SignedIn,
  { token, purpose }: { readonly token: string; readonly purpose: ChallengePurpose },
  verify: (tx: Tx, challenge: NonNullable<Awaited<ReturnType<typeof tryChallenge>>>) => Promise<Verified>,
): Promise<AddedFactor> {
  const outcome = await service.db.system(async (tx): Promise<AddedFactor | AppError> => {
    // Asked again: meanwhile another session may have added one, and then that one is needed.
    const locked = await lockForAddition(tx, service, person)
    const challenge = await tryChallenge(tx, service.clock, token, purpose)
    if (challenge?.sessionId !== locked.sessionId) return new AppError('CHALLENGE_INVALID')
    const verified = await verify(tx, challenge)
    if (!verified) return new AppError('SECOND_FACTOR_FAILED')
    await dropChallenge(tx, token)
    return storeFactor(tx, service, { person, held: locked }, verified)
  })
  if (outcome instanceof AppError) throw outcome
  service.log('SECOND_FACTOR_ADDED', { userId: person.id })
  return outcome
}

async function storeFactor(
  tx: Tx,
  service: AccountsService,
  { person, held }: { readonly person: SignedIn; readonly held: LockedPerson },
  { row, means }: NonNullable<Verified>,
): Promise<AddedFactor | AppError> {
  const { clock, factorTools } = service
  const { userId, sessionId } = held
  const now = clock.now()
  const stored = await tx
    .insertInto('second_factor')
    .values({ ...row, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('factor_id')
    .executeTakeFirst()
  if (!stored) return new AppError('SECOND_FACTOR_KNOWN')
  await tx
    .updateTable('person_session')
    .set({ second_factor_at: now, second_factor: means })
    .where('session_id', '=', sessionId)
    .execute()
  await announceStanding(tx, [personMark(userId)])
  const factorId = stored.factor_id
  await recordByPerson(tx, person, { name: 'SECOND_FACTOR_ADDED', after: { factorId, kind: row.kind } })
  await notifyPerson(tx, userId, { kind: 'FACTOR_ADDED', factor: row.kind })
  if (held.factors.length > 0) return { factorId }
  const recoveryCodes = await replaceRecoveryCodes(tx, clock, factorTools, userId)
  await recordByPerson(tx, person, { name: 'RECOVERY_CODES_MADE' })
  return { factorId, recoveryCodes }
}

/** Takes a fresh factor. With the last one the recovery codes go too: they stand for a factor that is gone. */
export async function removeFactor(
  service: AccountsService,
  person: SignedIn,
  factorId: number,
): Promise<void> {
  await service.db.system(async (tx) => {
    const { userId, factors } = await lockForChange(tx, service, person)
    const removed = factors.find((factor) => factor.factorId === factorId)
    if (!removed) throw new AppError('SECOND_FACTOR_NOT_FOUND', { factorId })
    await tx.deleteFrom('second_factor').where('factor_id', '=', factorId).execute()
    if (factors.length === 1) await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await announceStanding(tx, [personMark(userId)])
    const { kind } = removed
    await recordByPerson(tx, person, { name: 'SECOND_FACTOR_REMOVED', before: { factorId, kind } })
    await notifyPerson(tx, userId, { kind: 'FACTOR_REMOVED', factor: kind })
  })
  service.log('SECOND_FACTOR_REMOVED', { userId: person.id })
}

export async function renewRecoveryCodes(service: AccountsService, person: SignedIn): Promise<string[]> {
  const { clock, factorTools } = service
  return service.db.system(async (tx) => {
    const { userId, factors } = await lockForChange(tx, service, person)
    // They recover a factor; without one there is nothing to recover.
    if (factors.length === 0) throw new AppError('SECOND_FACTOR_NOT_FOUND', { factorId: '-' })
    const codes = await replaceRecoveryCodes(tx, clock, factorTools, userId)
    await recordByPerson(tx, person, { name: 'RECOVERY_CODES_MADE' })
    await notifyPerson(tx, userId, { kind: 'RECOVERY_CODES_MADE' })
    return codes
  })
}
