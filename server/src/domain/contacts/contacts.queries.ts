import type { ReadTx } from '../../platform/db/index.ts'
import { formatDateTime, type Language, type Scope } from '../../platform/kernel/index.ts'

export interface Contact {
  readonly contactId: number
  readonly thirdpartyId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
}

export interface ContactPath {
  readonly thirdpartyId: number
  readonly contactId: number
}

/** The people of a third party who are written to, the longest known first. */
export async function contactsOf(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<Contact[]> {
  const rows = await presentContacts(tx, scope, thirdpartyId).orderBy('contact_id').execute()
  return rows.map(contactOf)
}

export function presentContacts(tx: ReadTx, scope: Scope, thirdpartyId: number) {
  return tx
    .selectFrom('contact')
    .select(['contact_id', 'thirdparty_id', 'email', 'first_name', 'last_name', 'language'])
    .select(['created_at', 'updated_at', 'version'])
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof presentContacts>['execute']>>[number]

export function contactOf(row: Row): Contact {
  return {
    contactId: row.contact_id,
    thirdpartyId: row.thirdparty_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    createdAt: formatDateTime(row.created_at),
    updatedAt: formatDateTime(row.updated_at),
    version: row.version,
  }
}
