import type { Tx } from '../../platform/db/index.ts'
import { record, type EventWordsOf } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Contact, ContactPath } from './contacts.queries.ts'

export const contactFields = ['email', 'firstName', 'lastName', 'language', 'themes'] as const
export type ContactField = (typeof contactFields)[number]
type Fields = Pick<Contact, ContactField>

export function pickContactFields(contact: Fields, names: readonly ContactField[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, contact[name]]))
}

const removals = ['DELETED', 'ERASED'] as const
type Removal = (typeof removals)[number]
type ContactWords = NonNullable<EventWordsOf<'THIRD_PARTY_CONTACT_DELETED'>['contact']>

interface RecordedChange {
  readonly change: Removal | 'ADDED' | 'CHANGED' | 'SILENT' | 'BOUNCED' | 'MUTED' | 'SUGGESTED' | 'DISMISSED'
  readonly fields?: readonly ContactField[]
  /** Whom they are asked in place of. */
  readonly insteadOf?: number
  /** Under the contact's own key: the journal outlives the person's wish to be forgotten. */
  readonly details: Omit<ContactWords, 'contactId' | 'change'> & {
    readonly after?: ContactWords['before']
    readonly email?: string
  }
}

/** That somebody was added or changed, and what, goes with the third party. */
export function recordContactChange(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, contactId }: ContactPath,
  { details: said, change, ...more }: RecordedChange,
): void {
  const person = { type: 'CONTACT', id: contactId } as const
  const personal = [{ person, data: { contact: said } }]
  if (isRemoval(change)) {
    const data = { contact: { contactId, change } }
    record(tx, scope, { name: 'THIRD_PARTY_CONTACT_DELETED', thirdpartyId, data, personal })
  } else {
    const data = { contact: { contactId, change, ...more } }
    record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, data, personal })
  }
}

const isRemoval = (change: string): change is Removal => removals.some((one) => one === change)
