import type { Tx } from '../../platform/db/index.ts'

export interface NewAccount {
  readonly name: string
  readonly kind?: 'PRODUCTION' | 'SANDBOX'
}

/**
 * The bare row, without what every account starts with: see createAccount, which knows all slices. Needs a transaction
 * of the directory: no account can create another.
 */
export async function insertAccount(tx: Tx, command: NewAccount): Promise<{ accountId: number }> {
  const row = await tx
    .insertInto('account')
    .values({ name: command.name, kind: command.kind ?? 'PRODUCTION' })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return { accountId: row.account_id }
}
