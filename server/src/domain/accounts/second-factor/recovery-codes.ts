import { randomInt } from 'node:crypto'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/kernel/index.ts'
import type { FactorTools } from './factor-tools.ts'

const codesPerPerson = 10
// Without letters that look like figures.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 3
const groupLength = 4

/** Ten new codes in place of all former ones. This is the only time they can be read. */
export async function replaceRecoveryCodes(
  tx: Tx,
  clock: Clock,
  tools: FactorTools,
  userId: number,
): Promise<string[]> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const codes = newRecoveryCodes()
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: tools.hashRecoveryCode(userId, normalRecoveryCode(code)),
        created_at: clock.now(),
      })),
    )
    .execute()
  return codes
}

/** True once for each code. */
export async function spendRecoveryCode(
  tx: Tx,
  clock: Clock,
  tools: FactorTools,
  given: { readonly userId: number; readonly code: string },
): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_code')
    .set({ used_at: clock.now() })
    .where('user_id', '=', given.userId)
    .where('code_hash', '=', tools.hashRecoveryCode(given.userId, normalRecoveryCode(given.code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export async function recoveryCodesLeft(tx: ReadTx, userId: number): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesPerPerson }, newCode)
}

function newCode(): string {
  const letter = () => alphabet[randomInt(alphabet.length)]
  const group = () => Array.from({ length: groupLength }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** As people type it: with or without hyphens, in any case. */
export function normalRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}
