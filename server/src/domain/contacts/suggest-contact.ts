import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { forgetPerson } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { refuseTooMany } from './change-contacts.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'
import { erasedAddress } from './erase-contacts.ts'
import { lockActiveOwner, lockContactOwner } from './lock-contact.ts'
import { mailAddress } from './mail-address.ts'
import { isSuggestion, openSuggestions } from './suggested.queries.ts'
import { contactFields, pickContactFields, recordContactChange } from './record-contact.ts'

export interface Colleague {
  readonly email: string
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}

/**
 * Who is not the right person may say who is. Holding a link must not let anybody make us write to strangers: the one
 * who is named stays off the list until somebody of the account puts them on it. Returns whether there is anybody new.
 */
export async function suggestContact(
  tx: Tx,
  scope: Scope,
  by: Pick<Contact, 'contactId' | 'thirdpartyId' | 'email' | 'language' | 'themes'>,
  colleague: Colleague,
): Promise<boolean> {
  const { accountId } = scope
  const { thirdpartyId } = by
  const email = colleagueAddress(colleague.email)
  const known = [
    ...(await presentContacts(tx, scope, thirdpartyId).execute()),
    ...(await openSuggestions(tx, scope, thirdpartyId)),
  ]
  if (email === by.email || known.some((one) => one.email === email)) return false
  const moment = sql<Date>`account_now(${accountId})`
  const { contact_id: contactId } = await tx
    .insertInto('contact')
    .values({
      account_id: accountId,
      thirdparty_id: thirdpartyId,
      email,
      first_name: colleague.firstName ?? null,
      last_name: colleague.lastName ?? null,
      // As the one they stand in for.
      language: by.language,
      themes: [...by.themes],
      suggested_by: by.contactId,
      created_at: moment,
      updated_at: moment,
      deleted_at: moment,
    })
    .returning('contact_id')
    .executeTakeFirstOrThrow()
  const { firstName = null, lastName = null } = colleague
  const after = { email, firstName, lastName }
  recordContactChange(tx, scope, { thirdpartyId, contactId }, { change: 'SUGGESTED', details: { after } })
  return true
}

function colleagueAddress(text: string): string {
  try {
    return mailAddress(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.params, { members: { pointer: '/colleague/email' } })
  }
}

/** Turns the suggestion into an ordinary contact, invited as soon as a document is requested. */
export async function confirmSuggestion(tx: Tx, scope: Scope, path: ContactPath): Promise<Contact> {
  const { accountId } = scope
  await lockActiveOwner(tx, scope, path.thirdpartyId)
  const { email } = await lockSuggestion(tx, scope, path)
  const present = await presentContacts(tx, scope, path.thirdpartyId).execute()
  refuseTooMany(present.length)
  if (present.some((one) => one.email === email)) throw new AppError('CONTACT_DUPLICATE')
  const row = await tx
    .updateTable('contact')
    .set((contact) => ({
      deleted_at: null,
      version: contact('version', '+', 1),
      updated_at: sql<Date>`account_now(${accountId})`,
    }))
    .where('account_id', '=', accountId)
    .where('contact_id', '=', path.contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const added = contactOf(row)
  recordContactChange(tx, scope, added, {
    change: 'ADDED',
    details: { after: pickContactFields(added, contactFields) },
  })
  await enqueueInvitations(tx, scope, [path.thirdpartyId])
  return added
}

/** The person never agreed to be stored here, so nothing about them remains. */
export async function dismissSuggestion(tx: Tx, scope: Scope, path: ContactPath): Promise<void> {
  const { accountId } = scope
  await lockContactOwner(tx, scope, path.thirdpartyId)
  await lockSuggestion(tx, scope, path)
  await tx
    .updateTable('contact')
    .set((contact) => ({
      email: erasedAddress,
      first_name: null,
      last_name: null,
      end_reason: 'DISMISSED',
      version: contact('version', '+', 1),
      updated_at: sql<Date>`account_now(${accountId})`,
    }))
    .where('account_id', '=', accountId)
    .where('contact_id', '=', path.contactId)
    .execute()
  recordContactChange(tx, scope, path, { change: 'DISMISSED', details: {} })
  await forgetPerson(tx, scope, { type: 'CONTACT', id: path.contactId })
}

const keptDays = 90

/** Those nobody of the account has answered for long. */
export async function forgetOldSuggestions(tx: Tx, scope: Scope): Promise<void> {
  const old = await tx
    .selectFrom('contact')
    .select(['thirdparty_id as thirdpartyId', 'contact_id as contactId'])
    .where('account_id', '=', scope.accountId)
    .where(isSuggestion)
    .where('created_at', '<', sql<Date>`account_now(${scope.accountId}) - make_interval(days => ${keptDays})`)
    .orderBy('contact_id')
    .limit(1_000)
    .execute()
  for (const path of old) await dismissSuggestion(tx, scope, path)
}

async function lockSuggestion(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, contactId }: ContactPath,
): Promise<{ email: string }> {
  const row = await tx
    .selectFrom('contact')
    .select('email')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('contact_id', '=', contactId)
    .where(isSuggestion)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CONTACT_NOT_FOUND', { contactId })
  return row
}
