import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueueScreening } from '../../platform/jobs/index.ts'
import { AppError, type Language, type Scope, type Theme } from '../../platform/kernel/index.ts'
import { normalEmail } from '../accounts/index.ts'
import type { ThirdPartyContacts } from '../thirdparties/index.ts'
import { endAccess } from './access-links.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'
import { lockContact, lockActiveOwner } from './lock-contact.ts'
import { contactFields, pickContactFields, recordContactChange } from './record-contact.ts'

/** A rejection is mailed to each of them: a company has some people for that, not hundreds. */
const maxContacts = 50

interface ContactFields {
  readonly email?: string | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly language?: Language | undefined
  readonly themes?: Theme[] | undefined
}

export async function addContact(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, ...given }: ContactFields & { readonly thirdpartyId: number; readonly email: string },
): Promise<Contact> {
  const { accountId } = scope
  await lockActiveOwner(tx, scope, thirdpartyId)
  const email = mailAddress(given.email)
  const present = await presentContacts(tx, scope, thirdpartyId).execute()
  refuseTooMany(present.length)
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
      themes: [...(given.themes ?? [])],
      created_at: moment,
      updated_at: moment,
    })
    // The index on the address decides, so two requests at the same instant add one.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('CONTACT_DUPLICATE')
  const added = contactOf(row)
  recordContactChange(tx, scope, added, {
    change: 'ADDED',
    details: { after: pickContactFields(added, contactFields) },
  })
  await enqueueInvitations(tx, scope, [thirdpartyId])
  await enqueueScreening(tx, scope, thirdpartyId)
  return added
}

export function refuseTooMany(present: number): void {
  if (present >= maxContacts) throw new AppError('CONTACT_LIMIT_REACHED', { max: maxContacts })
}

export async function changeContact(
  tx: Tx,
  scope: Scope,
  path: ContactPath & {
    readonly expectVersion: (version: number) => void
    /** The contact they are asked in place of, where the product does it. */
    readonly insteadOf?: number
  },
  given: ContactFields,
): Promise<Contact> {
  await lockActiveOwner(tx, scope, path.thirdpartyId)
  const known = await lockContact(tx, scope, path)
  path.expectVersion(known.version)
  const { email = known.email, ...rest } = given
  const after = {
    ...known,
    ...omitUndefined(rest),
    email: email === known.email ? email : mailAddress(email),
  }
  const changed = contactFields.filter((name) => !isSame(known[name], after[name]))
  if (changed.length === 0) return known
  const others = await presentContacts(tx, scope, path.thirdpartyId).execute()
  if (others.some((one) => one.contact_id !== known.contactId && one.email === after.email)) {
    throw new AppError('CONTACT_DUPLICATE')
  }
  const movedHouse = after.email !== known.email
  const row = await tx
    .updateTable('contact')
    .set((contact) => ({
      email: after.email,
      first_name: after.firstName,
      last_name: after.lastName,
      language: after.language,
      themes: [...after.themes],
      ...(movedHouse ? unwritten : {}),
      version: contact('version', '+', 1),
      updated_at: sql<Date>`account_now(${scope.accountId})`,
    }))
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', known.contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const details = { before: pickContactFields(known, changed), after: pickContactFields(after, changed) }
  const { insteadOf } = path
  recordContactChange(tx, scope, known, {
    change: 'CHANGED',
    fields: changed,
    ...(insteadOf !== undefined && { insteadOf }),
    details,
  })
  if (movedHouse) {
    await endAccess(tx, scope, [known.contactId])
    await enqueueInvitations(tx, scope, [path.thirdpartyId])
  }
  await enqueueScreening(tx, scope, path.thirdpartyId)
  return contactOf(row)
}

/** Another mailbox, perhaps another person: nobody has written there yet. */
const unwritten = {
  invited_at: null,
  last_invited_at: null,
  auto_invitations: 0,
  silent_reminders: 0,
  last_reminded_at: null,
  escalated_at: null,
  handed_on_at: null,
  last_seen_at: null,
  bounced_at: null,
  muted_at: null,
}

/** Beyond the shape of an address: nothing that is not seen, which would only mislead who reads it. */
export function mailAddress(text: string): string {
  if (/\p{C}/u.test(text)) throw new AppError('EMAIL_INVALID')
  return normalEmail(text)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Rest = Omit<ContactFields, 'email'>

function omitUndefined(given: Rest): { [K in keyof Rest]?: Exclude<Rest[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** What third parties, which lie below, may ask of their contacts. */
export const thirdPartyContacts: ThirdPartyContacts = {
  async add(tx, scope, thirdpartyId, given) {
    for (const [index, contact] of given.entries()) {
      try {
        await addContact(tx, scope, { thirdpartyId, ...contact })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, error.params, { members: { pointer: `/contacts/${index}/email` } })
      }
    }
  },
}
