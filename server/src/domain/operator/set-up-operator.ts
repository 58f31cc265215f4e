import { recordAdministration, operatorScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import {
  acceptPassword,
  describeTotp,
  matchTotpStep,
  newRecoveryCodes,
  normalRecoveryCode,
  sha256,
  type AccountsService,
} from '../accounts/index.ts'
import { openOperatorSession } from './operator-sessions.ts'

/** What the page shows to whoever opens a setup link: whose it is, and what the authenticator app has to know. */
export async function readSetupLink(
  { db, clock, factorTools }: AccountsService,
  token: string,
): Promise<{ email: string; secret: string; uri: string }> {
  const link = await db.system((tx) => findLink(tx, clock.now(), token))
  const shown = describeTotp(factorTools.totpKey, link.email, link.sealedSecret)
  // Sealed under a secret key that was replaced since.
  if (!shown) throw new AppError('OPERATOR_LINK_INVALID')
  return { email: link.email, ...shown }
}

export interface Setup {
  readonly token: string
  readonly password: string
  readonly totp: string
  readonly origin: Origin
}

/** A password, and an app that has proved to show the right codes; both or neither. Signs in at once. */
export async function setUpOperator(
  service: AccountsService,
  { token, password, totp, origin }: Setup,
): Promise<{ operatorId: number; recoveryCodes: string[]; session: string }> {
  const { db, clock, factorTools } = service
  const { email } = await db.system((tx) => findLink(tx, clock.now(), token))
  const passwordHash = await acceptPassword(password, { email })
  return db.system(async (tx) => {
    // Looked up again, locked: the link may have been used while the hash was made.
    const { operatorId, sealedSecret } = await findLink(tx, clock.now(), token)
    const given = { code: totp, now: clock.now(), lastStep: null }
    const step = matchTotpStep(factorTools.totpKey, sealedSecret, given)
    if (step === null) throw new AppError('SECOND_FACTOR_FAILED')
    await tx.deleteFrom('operator_link').where('operator_id', '=', operatorId).execute()
    await tx
      .updateTable('operator_person')
      .set({
        password_hash: passwordHash,
        sealed_secret: sealedSecret,
        last_step: step,
        set_up_at: clock.now(),
      })
      .where('operator_id', '=', operatorId)
      .execute()
    const recoveryCodes = await storeRecoveryCodes(tx, service, operatorId)
    const by = operatorScope({ command: 'operator setup', operatorId, origin })
    recordAdministration(tx, by, { name: 'OPERATOR_SET_UP', subject: { type: 'OPERATOR', id: operatorId } })
    return { operatorId, recoveryCodes, session: await openOperatorSession(tx, clock, operatorId) }
  })
}

async function storeRecoveryCodes(
  tx: Tx,
  { factorTools }: AccountsService,
  operatorId: number,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashOf = (code: string) => factorTools.hashRecoveryCode(operatorId, normalRecoveryCode(code))
  await tx
    .insertInto('operator_recovery_code')
    .values(codes.map((code) => ({ operator_id: operatorId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

async function findLink(tx: Tx, now: Date, token: string) {
  const link = await tx
    .selectFrom('operator_link as l')
    .innerJoin('operator_person as o', 'o.operator_id', 'l.operator_id')
    .select(['o.operator_id as operatorId', 'o.email', 'l.sealed_secret as sealedSecret'])
    .where('l.link_hash', '=', sha256(token))
    .where('l.expires_at', '>', now)
    .where('o.removed_at', 'is', null)
    .forUpdate('o')
    .executeTakeFirst()
  if (!link) throw new AppError('OPERATOR_LINK_INVALID')
  return link
}
