import type { ReadTx } from '../../platform/db/index.ts'
import { formatDateTime, type Language, type Scope, type Theme } from '../../platform/kernel/index.ts'
import { contactState, type ContactState } from './contact-state.ts'

export interface Contact {
  readonly contactId: number
  readonly thirdpartyId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  /** What this person answers for; none means everything. */
  readonly themes: Theme[]
  readonly state: ContactState
  readonly invitedAt: string | null
  readonly lastInvitedAt: string | null
  readonly lastRemindedAt: string | null
  /** Without a sign of life since. */
  readonly silentReminders: number
  readonly lastSeenAt: string | null
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

/** Of one third party, or of all of them. */
export function presentContacts(tx: ReadTx, scope: Pick<Scope, 'accountId'>, thirdpartyId?: number) {
  const present = tx
    .selectFrom('contact')
    .select(['contact_id', 'thirdparty_id', 'email', 'first_name', 'last_name', 'language'])
    .select(['themes', 'invited_at', 'last_invited_at', 'last_reminded_at', 'last_seen_at'])
    .select(['escalated_at', 'bounced_at', 'muted_at', 'created_at', 'updated_at', 'version'])
    .select('silent_reminders')
    .where('account_id', '=', scope.accountId)
    .where('deleted_at', 'is', null)
  return thirdpartyId === undefined ? present : present.where('thirdparty_id', '=', thirdpartyId)
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
    themes: row.themes as Theme[],
    state: contactState(row),
    invitedAt: row.invited_at && formatDateTime(row.invited_at),
    lastInvitedAt: row.last_invited_at && formatDateTime(row.last_invited_at),
    lastRemindedAt: row.last_reminded_at && formatDateTime(row.last_reminded_at),
    silentReminders: silentReminders(row),
    lastSeenAt: row.last_seen_at && formatDateTime(row.last_seen_at),
    createdAt: formatDateTime(row.created_at),
    updatedAt: formatDateTime(row.updated_at),
    version: row.version,
  }
}

/** Who was seen since the last reminder has none left unanswered, whatever the count still says. */
function silentReminders({ last_seen_at: seen, last_reminded_at: reminded, silent_reminders: count }: Row) {
  return seen !== null && reminded !== null && seen >= reminded ? 0 : count
}
