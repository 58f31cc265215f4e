import { channel } from 'node:diagnostics_channel'
import { sql, type RawBuilder } from 'kysely'
import { beforeCommit, type LastStatements, type Tx } from '../db/index.ts'
import { enqueueForAccountIf } from '../jobs/index.ts'
import { AppError, type Scope } from '../kernel/index.ts'
import type { EventData, StoredWords } from './event-data.ts'
import type { EventDataOf, EventWordsOf } from './event-schemas/event-schemas.ts'
import { eventType, type DossierEvent, type EventName, type ThirdPartyEvent } from './event-names.ts'
import { keysToSeal, nameOfPerson, sealFor, type Person, type PersonKeys } from './person-keys.ts'

/** Names, addresses and words of one person; read together with the rest of `data` until they are erased. */
export interface PersonalData<W = EventData> {
  readonly person: Person
  readonly data: W
}

interface ThirdPartyPlace {
  readonly thirdpartyId: number
}
interface DossierPlace extends ThirdPartyPlace {
  readonly dossierId: number
}
interface DocumentPlace extends DossierPlace {
  readonly documentId: number
}
type PlaceOf<N extends EventName> = N extends ThirdPartyEvent
  ? ThirdPartyPlace
  : N extends DossierEvent
    ? DossierPlace
    : DocumentPlace

type MembersOf<T> = T extends unknown ? keyof T : never

/** An event to be told: of its name and place, and with the members that its schema describes and no others. */
export type JournalEntry<N extends EventName, D extends EventDataOf<N>> = PlaceOf<N> & {
  readonly name: N
  readonly data: D & { readonly [M in Exclude<keyof D, MembersOf<EventDataOf<N>>>]: never }
  readonly personal?: readonly PersonalData<EventWordsOf<N>>[]
}

/** One that was told before, elsewhere: of another account or of the demonstration. */
export interface PastEntry {
  readonly name: EventName
  readonly thirdpartyId: number
  readonly dossierId?: number
  readonly documentId?: number
  readonly data?: EventData
  readonly personal?: readonly PersonalData[]
}

interface Recorded {
  scope: Scope
  entry: PastEntry
}

interface ChainEntry {
  type: number
  thirdpartyId: number
  dossierId: number | null
  documentId: number | null
  actorType: string
  actorId: number | null
  detail: string
}

/** What is told passes here for whoever listens, such as the tests; nobody does in the service itself. */
export const recordings = channel('vigie.journal.recorded')

const pending = new WeakMap<Tx, Recorded[]>()

/**
 * Takes a Tx, never a Db: an event that outlives a rolled-back change would be a false audit record.
 * Events wait in memory and reach the chain in one call just before the commit.
 */
export function record<const N extends EventName, const D extends EventDataOf<N>>(
  tx: Tx,
  scope: Scope,
  entry: JournalEntry<N, D>,
): void {
  if (recordings.hasSubscribers) recordings.publish(entry)
  recordPast(tx, scope, entry)
}

/** For a history that was told before, in the words it was told in. */
export function recordPast(tx: Tx, scope: Scope, entry: PastEntry): void {
  let entries = pending.get(tx)
  if (!entries) {
    const collected: Recorded[] = []
    entries = collected
    pending.set(tx, collected)
    beforeCommit(tx, () => append(tx, collected), 'last')
  }
  entries.push({ scope, entry })
}

async function append(tx: Tx, recorded: readonly Recorded[]): Promise<LastStatements | void> {
  // What another hook records from here on needs an append of its own.
  pending.delete(tx)
  const [first] = recorded
  if (!first) return undefined
  const entries = await chainEntries(tx, first.scope, recorded).catch((error: unknown) => {
    throw toJournalProblem(error)
  })
  return {
    statements: [
      sql`select journal_append(${JSON.stringify(entries)}::jsonb)`.compile(tx),
      wakeStatement(first.scope.accountId, 'EVENTS').compile(tx),
    ],
    toProblem: toJournalProblem,
  }
}

/** A deadlock is worth another try of the whole transaction; anything else means: no journal, no change. */
function toJournalProblem(error: unknown): unknown {
  const state = (error as { code?: string }).code
  // Nobody knows whether a server that was lost on the way to the commit has made the change.
  const isKnown = state === '40001' || state === '40P01' || state === 'DATABASE_UNAVAILABLE'
  return isKnown ? error : new AppError('JOURNAL_UNAVAILABLE', {}, { cause: error })
}

const fanOuts = {
  EVENTS: 'webhooks.fan-out',
  // A job of its own: were both journals to wait for one, two transactions could wait for each other.
  ADMINISTRATION: 'webhooks.fan-out-administration',
  SCREENING: 'webhooks.fan-out-screening',
} as const

/**
 * Queues the fan-out of a journal, or of the changes of hits, that has just grown, if a webhook of the account follows it. Called behind the append,
 * so under the lock of the chain: two writers of one account never queue at once, and an endpoint that begins meanwhile
 * is either seen here or sees these events. The transaction must be of the account.
 */
export async function wakeFollowers(tx: Tx, accountId: number, journal: keyof typeof fanOuts): Promise<void> {
  await wakeStatement(accountId, journal).execute(tx)
}

function wakeStatement(accountId: number, journal: keyof typeof fanOuts): RawBuilder<unknown> {
  const isFollowed = sql`exists (select from webhook_endpoint w where w.account_id = ${accountId}
    and w.state = 'ACTIVE' and w.deleted_at is null and ${journal}::text = any(w.classes))`
  return enqueueForAccountIf(fanOuts[journal], accountId, isFollowed)
}

async function chainEntries(tx: Tx, own: Scope, recorded: readonly Recorded[]): Promise<ChainEntry[]> {
  const people = recorded.flatMap(({ scope, entry }) => [
    ...actorPerson(scope),
    ...(entry.personal ?? []).map(({ person }) => person),
  ])
  const keys = await keysToSeal(tx, own, people)
  const seal = sealer(keys)
  return recorded.map(({ scope, entry }) => {
    return {
      type: eventType(entry.name).code,
      thirdpartyId: entry.thirdpartyId,
      dossierId: entry.dossierId ?? null,
      documentId: entry.documentId ?? null,
      actorType: scope.actor.type,
      actorId: scope.actor.id,
      detail: JSON.stringify(encryptEventWords(scope, entry, seal)),
    }
  })
}

type Seal = (scope: Scope, person: Person, words: StoredWords) => { person: string; box: string }[]

function encryptEventWords(scope: Scope, entry: PastEntry, seal: Seal): StoredWords {
  const actor = actorPerson(scope)
  const sealed = [
    ...actor.flatMap((person) => seal(scope, person, { actor: scope.actor.name })),
    ...(entry.personal ?? []).flatMap(({ person, data }) => seal(scope, person, { data })),
  ]
  return {
    ...(actor.length === 0 && { actor: scope.actor.name }),
    // Taken from the scope, so that no use case can forget to say it.
    data: { ...entry.data, ...(scope.actor.agent !== undefined && { agent: scope.actor.agent }) },
    ...(sealed.length > 0 && { sealed }),
  }
}

/** A batch names the same actor in every event: equal words are sealed once. What has no key is left out. */
function sealer(keys: PersonKeys): Seal {
  const boxes = new Map<string, string>()
  return (scope, person, words) => {
    const name = nameOfPerson(person)
    const key = keys.get(name)
    if (!key) return []
    const plain = `${name} ${JSON.stringify(words)}`
    const box = boxes.get(plain) ?? sealFor(scope, person, words, key)
    boxes.set(plain, box)
    return [{ person: name, box }]
  }
}

/** The actor, if it is a person; clients, jobs and providers have nothing to be forgotten. */
function actorPerson({ actor: { type, id } }: Scope): Person[] {
  return id !== null && (type === 'USER' || type === 'CONTACT') ? [{ type, id }] : []
}

const monthsAhead = 12

/** Makes the monthly partitions of the coming year; a service that runs for long needs it now and then. */
export async function preparePartitions(tx: Tx): Promise<void> {
  await sql`select journal_prepare_partitions(${monthsAhead})`.execute(tx)
}
