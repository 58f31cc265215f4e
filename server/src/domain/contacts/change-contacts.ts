import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'
import { normalEmail } from '../accounts/index.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'

/** A rejection is mailed to each of them: a company has some people for that, not hundreds. */
const maxContacts = 50

export interface ContactFields {
  readonly email?: string | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly language?: Language | undefined
}

export async function addContact(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, ...given }: ContactFields & { readonly thirdpartyId: number; readonly email: string },
): Promise<Contact> {
  const { accountId } = scope
  await holdPresent(tx, scope, thirdpartyId)
  const email = mailAddress(given.email)
  const present = await presentContacts(tx, scope, thirdpartyId).execute()
  if (present.length >= maxContacts) throw new AppError('CONTACT_LIMIT_REACHED', { max: maxContacts })
  const moment = sql<Date>`account_now(${accountId})`
  const row = await tx
    .insertInto('contact')
    .values({
      account_id: accountId,
      thirdparty_id: thirdpartyId,
      email,
      first_name: given.firstName ?? null,
      last_name: given.lastName ?? null,
      language: given.language ?? 'fr',
      created_at: moment,
      updated_at: moment,
    })
    // The index on the address decides, so two requests at the same instant add one.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('CONTACT_DUPLICATE')
  const contact = { contactId: row.contact_id, change: 'ADDED' }
  record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, data: { contact } })
  return contactOf(row)
}

const fields = ['email', 'firstName', 'lastName', 'language'] as const

export async function changeContact(
  tx: Tx,
  scope: Scope,
  path: ContactPath & { readonly expectVersion: (version: number) => void },
  given: ContactFields,
): Promise<Contact> {
  await holdPresent(tx, scope, path.thirdpartyId)
  const known = await holdContact(tx, scope, path)
  path.expectVersion(known.version)
  const { email = known.email, ...rest } = given
  const after = { ...known, ...defined(rest), email: email === known.email ? email : mailAddress(email) }
  const changed = fields.filter((name) => known[name] !== after[name])
  if (changed.length === 0) return known
  const others = await presentContacts(tx, scope, path.thirdpartyId).execute()
  if (others.some((one) => one.contact_id !== known.contactId && one.email === after.email)) {
    throw new AppError('CONTACT_DUPLICATE')
  }
  const row = await tx
    .updateTable('contact')
    .set((contact) => ({
      email: after.email,
      first_name: after.firstName,
      last_name: after.lastName,
      language: after.language,
      version: contact('version', '+', 1),
      updated_at: sql<Date>`account_now(${scope.accountId})`,
    }))
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', known.contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Which fields, never their values: the journal outlives the person's wish to be forgotten.
  const contact = { contactId: known.contactId, change: 'CHANGED', fields: changed }
  record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId: known.thirdpartyId, data: { contact } })
  return contactOf(row)
}

export async function deleteContact(
  tx: Tx,
  scope: Scope,
  path: ContactPath & { readonly expectVersion: (version: number) => void },
): Promise<void> {
  await holdThirdParty(tx, scope, path.thirdpartyId)
  const known = await holdContact(tx, scope, path)
  path.expectVersion(known.version)
  await tx
    .updateTable('contact')
    .set((contact) => ({
      deleted_at: sql<Date>`account_now(${scope.accountId})`,
      updated_at: sql<Date>`account_now(${scope.accountId})`,
      version: contact('version', '+', 1),
    }))
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', known.contactId)
    .execute()
  recordDeletion(tx, scope, known, 'DELETED')
}

export function recordDeletion(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, contactId }: ContactPath,
  change: 'DELETED' | 'ERASED',
): void {
  const data = { contact: { contactId, change } }
  record(tx, scope, { name: 'THIRD_PARTY_CONTACT_DELETED', thirdpartyId, data })
}

/** One change at a time for a third party keeps their number and addresses right. Returns whether it is archived. */
async function holdThirdParty(tx: Tx, scope: Scope, thirdpartyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('archived_at')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return row.archived_at !== null
}

async function holdPresent(tx: Tx, scope: Scope, thirdpartyId: number): Promise<void> {
  if (await holdThirdParty(tx, scope, thirdpartyId))
    throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
}

async function holdContact(tx: Tx, scope: Scope, path: ContactPath): Promise<Contact> {
  const row = await presentContacts(tx, scope, path.thirdpartyId)
    .where('contact_id', '=', path.contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CONTACT_NOT_FOUND', { contactId: path.contactId })
  return contactOf(row)
}

/** Beyond the shape of an address: nothing that is not seen, which would only mislead who reads it. */
function mailAddress(text: string): string {
  if (/\p{C}/u.test(text)) throw new AppError('EMAIL_INVALID')
  return normalEmail(text)
}

type Rest = Omit<ContactFields, 'email'>

function defined(given: Rest): { [K in keyof Rest]?: Exclude<Rest[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
