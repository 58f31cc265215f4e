import type { ReadTx, Tx } from '../platform/db/index.ts'
import { wholeAccount, type Role, type Scope } from '../platform/kernel/index.ts'
import { createUser } from '../domain/accounts/index.ts'

export const adminEmail = 'admin@demo.example'

/**
 * Those who work with the administrator, who leads purchasing. Nobody can sign in as one of them until given a password.
 */
const colleagues = {
  /** The compliance officer. */
  reviewer: {
    email: 'nadia.berthaud@demo.example',
    name: 'Nadia Berthaud',
    language: 'fr',
    role: 'REVIEWER',
  },
  /** The buyer. */
  manager: { email: 'tom.ferrand@demo.example', name: 'Tom Ferrand', language: 'fr', role: 'MANAGER' },
  /** The security analyst. */
  security: { email: 'jonas.hellwig@demo.example', name: 'Jonas Hellwig', language: 'en', role: 'REVIEWER' },
  /** The finance analyst. */
  finance: {
    email: 'lea.courtemanche@demo.example',
    name: 'Léa Courtemanche',
    language: 'fr',
    role: 'REVIEWER',
  },
  reader: { email: 'ines.kowal@demo.example', name: 'Inès Kowal', language: 'en', role: 'READER' },
} as const satisfies Record<string, { email: string; name: string; language: 'fr' | 'en'; role: Role }>

export type Colleague = keyof typeof colleagues | 'admin'

export async function addColleagues(tx: Tx, accountId: number): Promise<void> {
  for (const { role, ...person } of Object.values(colleagues)) {
    await createUser(tx, { accountId, ...person, roles: [role], passwordHash: null })
  }
}

export type Staff = Readonly<Record<Colleague, { readonly userId: number; readonly scope: Scope }>>

/** Each of them as who does something. */
export async function staffOf(tx: ReadTx, { accountId }: Pick<Scope, 'accountId'>): Promise<Staff> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.email', 'u.name'])
    .where('m.account_id', '=', accountId)
    .execute()
  const find = (email: string) => {
    const row = rows.find((one) => one.email === email)
    if (!row) throw new Error(`Nobody has the address ${email}.`)
    const actor = { type: 'USER', id: row.user_id, name: row.name } as const
    return { userId: row.user_id, scope: { ...wholeAccount(accountId), actor } }
  }
  return {
    admin: find(adminEmail),
    reviewer: find(colleagues.reviewer.email),
    manager: find(colleagues.manager.email),
    security: find(colleagues.security.email),
    finance: find(colleagues.finance.email),
    reader: find(colleagues.reader.email),
  }
}
