import type { ReadTx, Tx } from '../../platform/db/index.ts'
import {
  recordAdministration,
  type AdministrationActor,
  type AdministrationEntry,
} from '../../platform/administration/index.ts'
import type { Origin } from '../../platform/kernel/index.ts'

/** Somebody who acts on their own access, which concerns every account they belong to. */
export interface ActingPerson {
  readonly id: number
  readonly name: string
  readonly origin?: Origin | undefined
  /** Acts within one account; the others hear nothing of it. */
  readonly confinedTo?: number | null
}

export async function accountIdsOfPerson(tx: ReadTx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('membership')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

interface ByWhom {
  readonly actor: AdministrationActor
  readonly origin?: Origin | undefined
  readonly confinedTo?: number | null
}

/** What concerns a person is told to each account that lets them in. Needs a transaction of the directory. */
export async function recordOfPerson(
  tx: Tx,
  userId: number,
  { actor, origin, confinedTo = null }: ByWhom,
  entry: AdministrationEntry,
): Promise<void> {
  const subject = { type: 'USER', id: userId } as const
  const accountIds = confinedTo === null ? await accountIdsOfPerson(tx, userId) : [confinedTo]
  for (const accountId of accountIds) {
    recordAdministration(tx, { accountId, actor, origin }, { subject, ...entry })
  }
}

/** The same, of what somebody does to their own access. */
export function recordByPerson(tx: Tx, person: ActingPerson, entry: AdministrationEntry): Promise<void> {
  const { id, name, origin, confinedTo = null } = person
  return recordOfPerson(tx, id, { actor: { type: 'USER', id, name }, origin, confinedTo }, entry)
}
