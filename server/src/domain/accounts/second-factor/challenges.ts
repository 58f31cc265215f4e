import type { Tx } from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/kernel/index.ts'
import { randomToken, sha256 } from '../secrets.ts'

/** What a question was put for. An answer to one is no answer to another. */
export type ChallengePurpose = 'SIGN_IN' | 'PASSKEY_SIGN_IN' | 'STEP_UP' | 'ADD_TOTP' | 'ADD_PASSKEY'

export interface NewChallenge {
  readonly purpose: ChallengePurpose
  readonly userId?: number
  readonly sessionId?: number
  readonly version?: number
  /** What an authenticator signs. */
  readonly webauthn?: string | null
  readonly sealedSecret?: Buffer
}

export interface Challenge {
  readonly userId: number | null
  readonly sessionId: number | null
  readonly version: number | null
  readonly webauthn: string | null
  readonly sealedSecret: Buffer | null
}

export const challengeSeconds = 5 * 60
const maxTries = 5

export async function putChallenge(tx: Tx, clock: Clock, challenge: NewChallenge): Promise<string> {
  const token = randomToken('vgc_')
  await tx
    .insertInto('factor_challenge')
    .values({
      token_hash: sha256(token),
      purpose: challenge.purpose,
      user_id: challenge.userId ?? null,
      session_id: challenge.sessionId ?? null,
      token_version: challenge.version ?? null,
      webauthn_challenge: challenge.webauthn ?? null,
      sealed_secret: challenge.sealedSecret ?? null,
      tries_left: maxTries,
      expires_at: new Date(clock.now().getTime() + challengeSeconds * 1000),
    })
    .execute()
  return token
}

/**
 * Holds the challenge and counts one try against it; null when it is unknown, over, or tried too often. The caller
 * commits whatever comes of it, or the try would not count.
 */
export async function tryChallenge(
  tx: Tx,
  clock: Clock,
  token: string,
  purpose: ChallengePurpose,
): Promise<Challenge | null> {
  const row = await tx
    .updateTable('factor_challenge')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .where('tries_left', '>', 0)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    version: row.token_version,
    webauthn: row.webauthn_challenge,
    sealedSecret: row.sealed_secret,
  }
}

/** Answered: nobody can answer it again. */
export async function dropChallenge(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('factor_challenge').where('token_hash', '=', sha256(token)).execute()
}

/** Looks without counting a try, and gives the challenge something new to sign. */
export async function renewWebauthn(
  tx: Tx,
  clock: Clock,
  token: string,
  webauthn: string | null,
): Promise<number | null> {
  const row = await tx
    .updateTable('factor_challenge')
    .set({ webauthn_challenge: webauthn })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'SIGN_IN')
    .where('expires_at', '>', clock.now())
    .where('tries_left', '>', 0)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}
