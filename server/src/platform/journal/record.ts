import { sql } from 'kysely'
import { beforeCommit, type Tx } from '../db/index.ts'
import { AppError, type Scope } from '../kernel/index.ts'
import {
  eventType,
  type DocumentEvent,
  type DossierEvent,
  type EventName,
  type ThirdPartyEvent,
} from './event-names.ts'

/** What the journal keeps of a change: names and values before and after, never a secret. */
export type EventData = Record<string, unknown>

interface ThirdPartyEntry {
  name: ThirdPartyEvent
  thirdpartyId: number
  data?: EventData
}
interface DossierEntry {
  name: DossierEvent
  thirdpartyId: number
  dossierId: number
  data?: EventData
}
interface DocumentEntry {
  name: DocumentEvent
  thirdpartyId: number
  dossierId: number
  documentId: number
  data?: EventData
}
export type JournalEntry = ThirdPartyEntry | DossierEntry | DocumentEntry

interface ChainEntry {
  type: number
  thirdpartyId: number
  dossierId: number | null
  documentId: number | null
  actorType: string
  actorId: number | null
  detail: string
}

const pending = new WeakMap<Tx, ChainEntry[]>()

/**
 * Takes a Tx, never a Db: an event that outlives a rolled-back change would be a false audit record.
 * Events wait in memory and reach the chain in one call just before the commit.
 */
export function record(tx: Tx, scope: Scope, entry: JournalEntry): void {
  let entries = pending.get(tx)
  if (!entries) {
    const collected: ChainEntry[] = []
    entries = collected
    pending.set(tx, collected)
    beforeCommit(tx, () => append(tx, collected), 'last')
  }
  entries.push(chainEntry(scope, entry))
}

function chainEntry(scope: Scope, entry: JournalEntry): ChainEntry {
  const ids = entry as { thirdpartyId: number; dossierId?: number; documentId?: number }
  return {
    type: eventType(entry.name satisfies EventName).code,
    thirdpartyId: ids.thirdpartyId,
    dossierId: ids.dossierId ?? null,
    documentId: ids.documentId ?? null,
    actorType: scope.actor.type,
    actorId: scope.actor.id,
    detail: JSON.stringify({ actor: scope.actor.name, data: entry.data ?? {} }),
  }
}

async function append(tx: Tx, entries: ChainEntry[]): Promise<void> {
  // What another hook records from here on needs an append of its own.
  pending.delete(tx)
  try {
    await sql`select journal_append(${JSON.stringify(entries)}::jsonb)`.execute(tx)
  } catch (error) {
    // A deadlock is worth another try of the whole transaction; anything else means: no journal, no change.
    const state = (error as { code?: string }).code
    if (state === '40001' || state === '40P01') throw error
    throw new AppError('JOURNAL_UNAVAILABLE', {}, { cause: error })
  }
}
