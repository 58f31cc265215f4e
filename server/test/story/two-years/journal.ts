import { checkEvents } from '../../harness/event-truth.ts'
import { whyOf } from './company-life.ts'
import type { Day } from './days.ts'
import type { Told } from './facts.ts'
import type { Reminder } from './person-life.ts'
import type { Portfolio } from './portfolio.ts'

interface Event {
  readonly seq: number
  readonly eventName: string
  readonly thirdpartyId: number
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly occurredAt: string
  readonly data: Record<string, unknown>
}

/** What really happened, read from the feed and told in the words of the calculation. */
export interface Journal {
  /** Reads on from where it stopped. */
  read(): Promise<void>
  readonly told: Map<number, Told[]>
  /** Of contacts: `day what`. */
  readonly invitations: Map<number, string[]>
  readonly reminders: Map<number, Map<Day, Reminder>>
  /** The documents by company and place. */
  readonly documents: Map<string, number>
  readonly names: Map<string, number>
  /** What events said otherwise than their schemas. */
  readonly faults: string[]
}

const compared = new Set([
  'DOCUMENT_ANSWER_EXPIRED',
  'DOCUMENT_ANSWER_ACCEPTED',
  'DOCUMENT_STOPPED',
  'DOCUMENT_ADDED',
  'DOSSIER_ADDED',
  'DOSSIER_ARCHIVED',
  'THIRD_PARTY_INFORMATION_UPDATED',
  'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT',
])

export function openJournal(p: Portfolio): Journal {
  const places = new Map<number, string>()
  const generations = new Map<string, number>()
  let after = 0
  const journal: Journal = {
    told: new Map(),
    invitations: new Map(),
    reminders: new Map(),
    documents: new Map(),
    names: new Map(),
    faults: [],
    read: async () => {
      for (;;) {
        const path = `/events?after=${after}&size=500`
        const page = await p.call<{ content: Event[]; next: number }>('GET', path)
        if (page.content.length === 0) return
        after = page.next
        journal.faults.push(...checkEvents(page.content).faults)
        for (const event of page.content) keep(journal, event, placeOf(event))
      }
    },
  }

  function placeOf({ eventName, thirdpartyId, dossierId, documentId, data }: Event): string {
    if (eventName === 'DOSSIER_ADDED') {
      const type = String(data['dossierTypeCode'])
      const generation = (generations.get(`${thirdpartyId} ${type}`) ?? 0) + 1
      generations.set(`${thirdpartyId} ${type}`, generation)
      places.set(dossierId ?? 0, `${type}#${generation}`)
    }
    if (eventName === 'DOCUMENT_ADDED') {
      const place = `${places.get(dossierId ?? 0)}/${String(data['documentCode'])}`
      places.set(documentId ?? 0, place)
      journal.documents.set(`${thirdpartyId} ${place}`, documentId ?? 0)
    }
    return places.get(documentId ?? dossierId ?? 0) ?? ''
  }
  return journal
}

function keep(journal: Journal, event: Event, place: string): void {
  const { eventName, thirdpartyId, occurredAt, data } = event
  const day = occurredAt.slice(0, 10)
  journal.names.set(eventName, (journal.names.get(eventName) ?? 0) + 1)
  const told = at(journal.told, thirdpartyId, () => [])
  const name = nameOf(event)
  if (name) told.push({ day, name, place })
  const reason = reasonIn(event)
  if (reason !== null) told.push({ day, name: `REASON ${reason}`, place: whyOf(place) })
  const contact = data['contact'] as { contactId?: number; change?: string } | undefined
  if (contact?.contactId === undefined) return
  const { contactId } = contact
  const what = eventName.replace('THIRD_PARTY_CONTACT_', '')
  if (what === 'WEEKLY_REMINDER') {
    const { asked, late, reminder } = data as Record<string, number>
    const kept: Reminder = { kind: 'REMINDER', asked: asked ?? 0, late: late ?? 0, count: reminder ?? 0 }
    at(journal.reminders, contactId, () => new Map()).set(day, kept)
  } else if (contact.change === 'SILENT') {
    at(journal.reminders, contactId, () => new Map()).set(day, { kind: 'BUYER_TOLD' })
  } else if (what !== eventName) {
    at(journal.invitations, contactId, () => []).push(`${day} ${what}`)
  }
}

function nameOf({ eventName, data }: Event): string | null {
  const status = /^(DOSSIER)_STATUS_UPDATED_(.+)|^(DOCUMENT)_ANSWER_STATUS_UPDATE_(.+)/.exec(eventName)
  if (status)
    return status[1] ? `DOSSIER ${status[2]}` : `DOCUMENT ${status[4]?.replace('ABSENT', 'MISSING')}`
  if (eventName === 'DOCUMENT_MODIFICATION' && data['renewal']) return 'RENEWAL_REQUESTED'
  return compared.has(eventName) ? eventName : null
}

/**
 * Of a dossier: told with its status, or alone. On which day the service sees that nobody can answer a check is not
 * for the rules to say, so that counts as no answer.
 */
function reasonIn({ eventName, data }: Event): string | null {
  const isAlone = eventName === 'DOSSIER_UPDATED' && data['kind'] === 'STATUS_REASON'
  if (!isAlone && eventName !== 'DOSSIER_STATUS_UPDATED') return null
  const reason = isAlone ? (data['after'] as { statusReason: string }).statusReason : String(data['reason'])
  return reason === 'NO_SOURCE' ? 'NO_ANSWER' : reason
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}
