import { NameIndex, prepare, scorePrepared, type PreparedSubject, type Subject } from '@vigie/matching'
import type { ListEntry } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'
import type {
  EntryMatch,
  ListVersion,
  MatchAnswer,
  MatchQuestion,
  TouchAnswer,
  TouchQuestion,
} from './matcher-messages.ts'

interface ListIndex {
  version: number
  readonly names: NameIndex
  /** What the publisher calls the entry of each number of the index; empty for one that went. */
  readonly keys: string[]
  readonly byIdentifier: Map<string, number[]>
}

interface EntryRow {
  key: string
  entry: ListEntry
}

const rowsAtOnce = 5_000
const keptEntries = 20_000

/** One index for each list, brought up to the version asked for when it is asked for. */
export class ListIndexes {
  readonly #db: Db
  readonly #indexes = new Map<number, ListIndex>()
  readonly #prepared = new Map<string, PreparedSubject>()
  #newest: { readonly listId: number; readonly index: ListIndex } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  async match(question: Omit<MatchQuestion, 'kind'>): Promise<MatchAnswer> {
    const found: EntryMatch[][] = question.subjects.map(() => [])
    for (const list of question.lists) {
      for (const [place, matches] of (await this.#matchIn(question, list)).entries()) {
        found[place]?.push(...matches)
      }
    }
    return { matches: found.map((matches) => matches.toSorted((a, b) => b.score - a.score)) }
  }

  async touch({ accountId, list, subjects, threshold }: Omit<TouchQuestion, 'kind'>): Promise<TouchAnswer> {
    const index = await this.#newEntries(accountId, list)
    const entryOf = await this.#entries(accountId, list, index.keys)
    const touched = subjects.map((subject) => {
      const own = prepare(subject)
      return candidateKeys(index, own, subject).some((key) => {
        const entry = entryOf(key)
        return entry !== undefined && scorePrepared(own, entry).score >= threshold
      })
    })
    return { touched }
  }

  async #matchIn(
    { accountId, subjects, threshold }: Omit<MatchQuestion, 'kind'>,
    list: ListVersion,
  ): Promise<EntryMatch[][]> {
    const index = await this.#indexAt(accountId, list)
    const asked = subjects.map((subject) => ({ own: prepare(subject), subject }))
    const candidates = asked.map(({ own, subject }) => candidateKeys(index, own, subject))
    const entryOf = await this.#entries(accountId, list, [...new Set(candidates.flat())])
    return asked.map(({ own }, place) =>
      (candidates[place] ?? []).flatMap((entryKey): EntryMatch[] => {
        const entry = entryOf(entryKey)
        if (!entry) return []
        const { score, ours, theirs, reasons } = scorePrepared(own, entry)
        if (score < threshold) return []
        const names = { ...(ours && { ours }), ...(theirs && { theirs }) }
        return [{ listId: list.listId, entryKey, score, reasons, ...names }]
      }),
    )
  }

  async #indexAt(accountId: number, list: ListVersion): Promise<ListIndex> {
    const known = this.#indexes.get(list.listId)
    if (known?.version === list.version) return known
    if (known && (await advanceIndex(this.#db, accountId, known, list))) return known
    // The former one goes first: two of them might not fit.
    this.#indexes.delete(list.listId)
    const loaded = await loadIndex(this.#db, accountId, list)
    this.#indexes.set(list.listId, loaded)
    return loaded
  }

  /** Of what is new or worded anew in this version alone; kept for the next slice of the same portfolio. */
  async #newEntries(accountId: number, list: ListVersion): Promise<ListIndex> {
    const known = this.#newest
    if (known?.listId === list.listId && known.index.version === list.version) return known.index
    const index = await loadIndex(this.#db, accountId, list, { onlyNew: true })
    this.#newest = { listId: list.listId, index }
    return index
  }

  /** Contents are read when a candidate is scored: memory follows names, not what is told of them. */
  async #entries(
    accountId: number,
    { listId, version }: ListVersion,
    keys: readonly string[],
  ): Promise<(key: string) => PreparedSubject | undefined> {
    const prepared = this.#prepared
    const nameOf = (key: string) => `${listId} ${version} ${key}`
    const lacking = keys.filter((key) => !prepared.has(nameOf(key)))
    const isFull = prepared.size + lacking.length > keptEntries
    if (isFull) prepared.clear()
    for (const { key, entry } of await readEntries(this.#db, accountId, listId, isFull ? keys : lacking)) {
      prepared.set(nameOf(key), prepare(subjectOf(entry)))
    }
    return (key) => prepared.get(nameOf(key))
  }
}

function candidateKeys(
  { names, keys, byIdentifier }: ListIndex,
  own: PreparedSubject,
  subject: Subject,
): string[] {
  const numbers = new Set(names.find(own).map(({ id }) => id))
  for (const { value } of subject.identifiers ?? []) {
    for (const number of byIdentifier.get(identifierKey(value)) ?? []) numbers.add(number)
  }
  return [...numbers].flatMap((number) => keys[number] || [])
}

const identifierKey = (value: string) => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

async function loadIndex(
  db: Db,
  accountId: number,
  { listId, version }: ListVersion,
  { onlyNew = false } = {},
): Promise<ListIndex> {
  const index: ListIndex = { version, names: new NameIndex(), keys: [], byIdentifier: new Map() }
  for (let after = ''; ;) {
    const since = onlyNew ? version - 1 : 0
    const rows = await readBatch(db, accountId, { listId, version, after, since })
    for (const { key, entry } of rows) addEntry(index, key, entry)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return index
    after = last.key
  }
}

/** Beyond this share of its entries an index is made anew. */
const mostChanged = 0.2

/**
 * Brings an index to a later version by what changed: a list of a hundred new entries is not read anew. False when it is
 * of a later version itself, or too much changed.
 */
async function advanceIndex(
  db: Db,
  accountId: number,
  index: ListIndex,
  { listId, version }: ListVersion,
): Promise<boolean> {
  const since = index.version
  if (since > version) return false
  const gone = await readGone(db, accountId, { listId, version, since })
  const most = index.names.size * mostChanged
  if (gone.size > most) return false
  const came: EntryRow[] = []
  for (let after = ''; ;) {
    const rows = await readBatch(db, accountId, { listId, version, after, since })
    came.push(...rows)
    if (came.length > most) return false
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) break
    after = last.key
  }
  for (const [number, key] of index.keys.entries()) {
    if (!gone.has(key)) continue
    index.names.remove(number)
    index.keys[number] = ''
  }
  for (const { key, entry } of came) addEntry(index, key, entry)
  index.version = version
  return true
}

/** Entries that were reworded or dropped since. */
async function readGone(
  db: Db,
  accountId: number,
  { listId, version, since }: ListVersion & { readonly since: number },
): Promise<Set<string>> {
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<{ key: string }>`
      select e.entry_key as key from watchlist_entry e
      where e.list_id = ${listId} and e.to_version > ${since} and e.to_version <= ${version}
        and e.from_version <= ${since}`.execute(tx),
  )
  return new Set(rows.map(({ key }) => key))
}

function addEntry({ names, keys, byIdentifier }: ListIndex, key: string, entry: ListEntry): void {
  const number = keys.push(key) - 1
  names.add(number, prepare(subjectOf(entry)))
  for (const { value } of entry.identifiers) {
    const found = identifierKey(value)
    if (found !== '') byIdentifier.set(found, [...(byIdentifier.get(found) ?? []), number])
  }
}

function subjectOf({ kind, names, birthDates, birthPlaces, countries, identifiers }: ListEntry): Subject {
  return { kind, names, birthDates, birthPlaces, countries, identifiers }
}

interface Batch extends ListVersion {
  readonly after: string
  /** Wordings of this version and before are left out. */
  readonly since: number
}

async function readBatch(
  db: Db,
  accountId: number,
  { listId, version, after, since }: Batch,
): Promise<EntryRow[]> {
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<EntryRow>`
      select e.entry_key as key, e.entry from watchlist_entry e
      where e.list_id = ${listId} and e.from_version <= ${version}
        and (e.to_version is null or e.to_version > ${version}) and e.entry_key > ${after}
        and e.from_version > ${since}
      order by e.entry_key limit ${rowsAtOnce}`.execute(tx),
  )
  return rows
}

async function readEntries(
  db: Db,
  accountId: number,
  listId: number,
  keys: readonly string[],
): Promise<EntryRow[]> {
  if (keys.length === 0) return []
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<EntryRow>`
      select e.entry_key as key, e.entry from watchlist_entry e
      where e.list_id = ${listId} and e.entry_key = any(${[...keys]}::text[]) and e.to_version is null`.execute(
      tx,
    ),
  )
  return rows
}
