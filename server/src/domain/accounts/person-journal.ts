import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { recordAdministration, type AdministrationEntry } from '../../platform/administration/index.ts'
import type { Origin } from '../../platform/kernel/index.ts'

/** Somebody who acts on their own access, which concerns every account they belong to. */
export interface ActingPerson {
  readonly id: number
  readonly name: string
  readonly origin?: Origin | undefined
}

export async function accountsOfPerson(tx: ReadTx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('membership')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** Tells each of the person's accounts. Needs a transaction of the directory. */
export async function recordByPerson(
  tx: Tx,
  person: ActingPerson,
  entry: AdministrationEntry,
): Promise<void> {
  const { id, name, origin } = person
  const subject = { type: 'USER', id } as const
  for (const accountId of await accountsOfPerson(tx, id)) {
    const scope = { accountId, actor: { type: 'USER', id, name } as const, origin }
    recordAdministration(tx, scope, { subject, ...entry })
  }
}
