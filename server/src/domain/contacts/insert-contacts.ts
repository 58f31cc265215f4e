import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Language, Scope, Theme } from '../../platform/kernel/index.ts'
import { contactOf, type Contact } from './contacts.queries.ts'
import { contactFields, pickContactFields, recordContactChange } from './record-contact.ts'

export interface NewContact {
  readonly thirdpartyId: number
  /** In its stored form. */
  readonly email: string
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly language?: Language | undefined
  readonly themes?: readonly Theme[] | undefined
}

/** Adds people to companies that are held, and tells it. Who is there already is left out of the answer. */
export async function insertContacts(
  tx: Tx,
  scope: Scope,
  people: readonly NewContact[],
): Promise<Contact[]> {
  const { accountId } = scope
  const moment = sql<Date>`account_now(${accountId})`
  const rows = await tx
    .insertInto('contact')
    .values(
      people.map((given) => ({
        account_id: accountId,
        thirdparty_id: given.thirdpartyId,
        email: given.email,
        first_name: given.firstName ?? null,
        last_name: given.lastName ?? null,
        language: given.language ?? 'fr',
        themes: [...(given.themes ?? [])],
        created_at: moment,
        updated_at: moment,
      })),
    )
    // The index on the address decides, so two requests at the same instant add one.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  const added = rows.map(contactOf)
  for (const one of added) {
    recordContactChange(tx, scope, one, {
      change: 'ADDED',
      details: { after: pickContactFields(one, contactFields) },
    })
  }
  return added
}
