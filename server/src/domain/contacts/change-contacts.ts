import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueueScreening } from '../../platform/jobs/index.ts'
import { AppError, type Language, type Scope, type Theme } from '../../platform/kernel/index.ts'
import type { ThirdPartyContacts } from '../thirdparties/index.ts'
import { endAccess } from './access-links.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'
import { insertContacts } from './insert-contacts.ts'
import { lockContact, lockActiveOwner } from './lock-contact.ts'
import { mailAddress } from './mail-address.ts'
import { contactFields, pickContactFields, recordContactChange, type ContactField } from './record-contact.ts'

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
  await lockActiveOwner(tx, scope, thirdpartyId)
  const email = mailAddress(given.email)
  const present = await presentContacts(tx, scope, thirdpartyId).execute()
  refuseTooMany(present.length)
  const [added] = await insertContacts(tx, scope, [{ ...given, thirdpartyId, email }])
  if (!added) throw new AppError('CONTACT_DUPLICATE')
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
  const { email = known.email } = given
  const after = mergeFields(known, {
    ...given,
    email: email === known.email ? email : mailAddress(email),
  })
  const changed = contactFields.filter((name) => !isSame(known[name], after[name]))
  if (changed.length === 0) return known
  const others = await presentContacts(tx, scope, path.thirdpartyId).execute()
  if (others.some((one) => one.contact_id !== known.contactId && one.email === after.email)) {
    throw new AppError('CONTACT_DUPLICATE')
  }
  const { insteadOf } = path
  const stored = await storeChange(tx, scope, { known, after, changed, insteadOf })
  if (after.email !== known.email) {
    await endAccess(tx, scope, [known.contactId])
    await enqueueInvitations(tx, scope, [path.thirdpartyId])
  }
  await enqueueScreening(tx, scope, path.thirdpartyId)
  return stored
}

/** Changes somebody who is held, all but the address. Whoever changes many asks for their screening once. */
export async function changeHeldContact(
  tx: Tx,
  scope: Scope,
  known: Contact,
  given: Omit<ContactFields, 'email'>,
): Promise<void> {
  const after = mergeFields(known, given)
  const changed = contactFields.filter((name) => !isSame(known[name], after[name]))
  if (changed.length > 0) await storeChange(tx, scope, { known, after, changed })
}

interface StoredChange {
  readonly known: Contact
  readonly after: Contact
  readonly changed: readonly ContactField[]
  readonly insteadOf?: number | undefined
}

async function storeChange(
  tx: Tx,
  scope: Scope,
  { known, after, changed, insteadOf }: StoredChange,
): Promise<Contact> {
  const row = await tx
    .updateTable('contact')
    .set((contact) => ({
      email: after.email,
      first_name: after.firstName,
      last_name: after.lastName,
      language: after.language,
      themes: [...after.themes],
      ...(after.email === known.email ? {} : unwritten),
      version: contact('version', '+', 1),
      updated_at: sql<Date>`account_now(${scope.accountId})`,
    }))
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', known.contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const details = { before: pickContactFields(known, changed), after: pickContactFields(after, changed) }
  recordContactChange(tx, scope, known, {
    change: 'CHANGED',
    fields: changed,
    ...(insteadOf !== undefined && { insteadOf }),
    details,
  })
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is left out stays as it is. */
function mergeFields(known: Contact, given: ContactFields): Contact {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...known, ...(Object.fromEntries(said) as Partial<Contact>) }
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
