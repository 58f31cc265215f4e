import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Contact, ContactPath } from './contacts.queries.ts'

export const contactFields = ['email', 'firstName', 'lastName', 'language', 'themes'] as const
export type ContactField = (typeof contactFields)[number]
type Fields = Pick<Contact, ContactField>

export function pickContactFields(contact: Fields, names: readonly ContactField[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, contact[name]]))
}

interface RecordedChange {
  readonly change:
    | 'ADDED'
    | 'CHANGED'
    | 'DELETED'
    | 'ERASED'
    | 'SILENT'
    | 'BOUNCED'
    | 'MUTED'
    | 'SUGGESTED'
    | 'DISMISSED'
  readonly fields?: readonly ContactField[]
  /** Whom they are asked in place of. */
  readonly insteadOf?: number
  /** Under the contact's own key: the journal outlives the person's wish to be forgotten. */
  readonly details: object
}

/** That somebody was added or changed, and what, goes with the third party. */
export function recordContactChange(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, contactId }: ContactPath,
  { details: said, ...change }: RecordedChange,
): void {
  const isRemoved = change.change === 'DELETED' || change.change === 'ERASED'
  record(tx, scope, {
    name: isRemoved ? 'THIRD_PARTY_CONTACT_DELETED' : 'THIRD_PARTY_UPDATED',
    thirdpartyId,
    data: { contact: { contactId, ...change } },
    personal: [{ person: { type: 'CONTACT', id: contactId }, data: { contact: said } }],
  })
}
