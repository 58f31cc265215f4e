import type { ReadTx } from '../db/index.ts'
import type { Actor, Scope } from '../kernel/index.ts'
import type { EventData, StoredWords } from './event-data.ts'
import { keyOfBox, keysToOpen, openBox, type Person, type PersonKeys } from './person-keys.ts'
import type { PersonalData } from './record.ts'

/** What an event says in words. */
export interface EventWords {
  readonly actor: string
  readonly data: EventData
  /** Something it said about a person was erased, or can no longer be read. */
  readonly erased: boolean
}

/** In the order of `payloads`; a missing one reads as erased. */
export async function openDetails(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  payloads: readonly (Buffer | null)[],
): Promise<EventWords[]> {
  const stored = payloads.map(parseStoredWords)
  const people = stored.flatMap((words) => words?.sealed?.flatMap(({ person }) => personOf(person)) ?? [])
  const keys = await keysToOpen(tx, scope, people)
  return stored.map((words) => decryptWords(scope, words, keys))
}

/**
 * For somebody who shall open these details elsewhere: of each box its own key, in the order of the boxes. Null
 * where the person was erased. A box's key opens nothing else.
 */
export async function keysOfBoxes(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  payloads: readonly (Buffer | null)[],
): Promise<(Buffer | null)[][]> {
  const sealed = payloads.map((payload) => parseStoredWords(payload)?.sealed ?? [])
  const people = sealed.flat().flatMap(({ person }) => personOf(person))
  const keys = await keysToOpen(tx, scope, people)
  return sealed.map((boxes) =>
    boxes.map(({ person, box }) => {
      const key = keys.get(person)
      return key ? keyOfBox(key, box) : null
    }),
  )
}

function decryptWords(
  scope: Pick<Scope, 'accountId'>,
  stored: StoredWords | null,
  keys: PersonKeys,
): EventWords {
  let actor = stored?.actor ?? ''
  let data = stored?.data ?? {}
  let erased = stored === null
  for (const { person, box } of stored?.sealed ?? []) {
    const key = keys.get(person)
    const words = key ? (openBox(scope, person, box, key) as StoredWords | null) : null
    if (words === null) erased = true
    else {
      actor = words.actor ?? actor
      data = mergeDeep(data, words.data ?? {})
    }
  }
  return { actor, data, erased }
}

function mergeDeep(one: EventData, other: EventData): EventData {
  const result: EventData = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const known = result[key]
    result[key] = isRecord(known) && isRecord(value) ? mergeDeep(known, value) : value
  }
  return result
}

function isRecord(value: unknown): value is EventData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseStoredWords(payload: Buffer | null): StoredWords | null {
  if (payload === null) return null
  try {
    return JSON.parse(payload.toString('utf8')) as StoredWords
  } catch {
    return null
  }
}

function personOf(name: string): Person[] {
  const [, type, id] = /^(USER|CONTACT):(\d{1,16})$/.exec(name) ?? []
  return type && id ? [{ type: type as Person['type'], id: Number(id) }] : []
}

interface SealedText<D, W> {
  data: D
  personal: PersonalData<W>[]
}

/**
 * For free text: what a person wrote goes under that person's key. A client or a job is nobody who could ask to be
 * forgotten, and has no key: what it brings stays with the rest.
 */
export function withWords<const D extends object, const W extends object>(
  author: Pick<Actor, 'type' | 'id'>,
  data: D,
  words: W,
): SealedText<D, W> {
  const { type, id } = author
  const isPerson = (type === 'USER' || type === 'CONTACT') && id !== null
  if (!isPerson || isSilent(words))
    return { data: mergeDeep(data as EventData, words as EventData) as D, personal: [] }
  return { data, personal: [{ person: { type, id }, data: words }] }
}

function isSilent(words: unknown): boolean {
  if (words === null || words === undefined) return true
  return typeof words === 'object' && Object.values(words).every(isSilent)
}
