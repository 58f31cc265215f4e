import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Tx } from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/kernel/index.ts'
import type { SecondFactorMeans } from '../sessions.ts'
import { factorsOf, type Factor, type FactorTools } from './factor-tools.ts'
import { verifyPasskey } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { matchTotpStep } from './totp.ts'

/** What somebody gives as their second factor: exactly one of these. */
export interface GivenFactor {
  readonly totp?: string
  readonly webauthn?: unknown
  readonly recoveryCode?: string
}

interface Checks {
  readonly clock: Clock
  readonly factorTools: FactorTools
}

/** Which of the person's means was given, used up as far as it can be; null when none was. */
export async function checkFactor(
  tx: Tx,
  deps: Checks,
  person: { readonly userId: number; readonly webauthn: string | null },
  given: GivenFactor,
): Promise<SecondFactorMeans | null> {
  const { userId } = person
  if (given.totp !== undefined) {
    return (await checkTotp(tx, deps, userId, given.totp)) ? 'TOTP' : null
  }
  if (given.recoveryCode !== undefined) {
    const spent = { userId, code: given.recoveryCode }
    return (await spendRecoveryCode(tx, deps.clock, deps.factorTools, spent)) ? 'RECOVERY_CODE' : null
  }
  if (person.webauthn === null || given.webauthn === undefined) return null
  const response = given.webauthn as AuthenticationResponseJSON
  const factor = (await factorsOf(tx, userId)).find(({ credentialId }) => credentialId === response.id)
  const passed = factor && (await checkPasskey(tx, deps, { factor, challenge: person.webauthn, response }))
  return passed ? 'PASSKEY' : null
}

async function checkTotp(tx: Tx, deps: Checks, userId: number, code: string): Promise<boolean> {
  const now = deps.clock.now()
  for (const { factorId, sealedSecret, lastStep } of await factorsOf(tx, userId)) {
    if (sealedSecret === null) continue
    const step = matchTotpStep(deps.factorTools.totpKey, sealedSecret, { code, now, lastStep })
    if (step === null) continue
    // Again in the condition: of two requests with the same code, one finds it used.
    const used = await tx
      .updateTable('second_factor')
      .set({ last_step: step, last_used_at: now })
      .where('factor_id', '=', factorId)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst()
    if (used.numUpdatedRows > 0n) return true
  }
  return false
}

export async function checkPasskey(
  tx: Tx,
  deps: Checks,
  requested: {
    readonly factor: Factor
    readonly challenge: string
    readonly response: AuthenticationResponseJSON
  },
): Promise<boolean> {
  const { factor, challenge, response } = requested
  const counter = await verifyPasskey(deps.factorTools, challenge, factor, response)
  if (counter === null) return false
  await tx
    .updateTable('second_factor')
    .set({ sign_count: counter, last_used_at: deps.clock.now() })
    .where('factor_id', '=', factor.factorId)
    .execute()
  return true
}
