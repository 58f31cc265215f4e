import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Origin, Scope } from '../kernel/index.ts'
import { keysToOpen, openBox, type Person } from '../journal/index.ts'
import { firstPage, orderById, readRows, type Listing } from '../lists/index.ts'
import type { BoxWords, StoredWords, Words } from './record-administration.ts'

type AccountScope = Pick<Scope, 'accountId'>

/** One entry as it goes over the wire. */
export interface AdministrationView {
  seq: number
  name: string
  occurredAt: string
  actor: { type: string; id: number | null; name: string | null }
  origin: Origin | null
  subject: { type: string; id: number | null } | null
  before: Words | null
  after: Words | null
  /** What it says of a person by name or address. */
  personal: Words | null
  /** Something it said about a person was erased, or can no longer be read. */
  erased: boolean
  hash: string
}

interface EntryRow {
  seq: number
  name: string
  occurredAt: string
  actorType: string
  actorId: number | null
  subjectType: string | null
  subjectId: number | null
  hash: string
  payload: Buffer
}

const columns = sql<EntryRow>`e.seq, e.name, wire_time(e.occurred_at) as "occurredAt",
  e.actor_type as "actorType", e.actor_id as "actorId", e.subject_type as "subjectType",
  e.subject_id as "subjectId", encode(e.hash, 'hex') as hash, e.payload`

/** Every part null for any. */
export interface AdministrationFilter {
  readonly names: readonly string[] | null
  readonly actorType: string | null
  readonly actorId: number | null
  readonly subjectType: string | null
  readonly subjectId: number | null
  /** Both included. */
  readonly from: Date | null
  readonly to: Date | null
}

export const anyEntry: AdministrationFilter = {
  names: null,
  actorType: null,
  actorId: null,
  subjectType: null,
  subjectId: null,
  from: null,
  to: null,
}

/** Newest first. Costs what the page costs: each wanted name is read along its own index. */
export function entryListing(scope: AccountScope, wanted: AdministrationFilter): Listing<EntryRow> {
  const { names } = wanted
  const runs = names && {
    values: sql`unnest(${[...names]}::text[]) as wanted (name)`,
    where: sql`e.name = wanted.name`,
  }
  return {
    order: orderById('newest first'),
    source: {
      id: sql`e.seq`,
      from: sql`administration_event e`,
      conditions: matches(scope, wanted),
      columns,
      ...(runs && { runs }),
    },
  }
}

export async function newestEntries(
  tx: ReadTx,
  scope: AccountScope,
  { filter: wanted, size }: { readonly filter: AdministrationFilter; readonly size: number },
): Promise<AdministrationView[]> {
  const { source, order } = entryListing(scope, wanted)
  const { rows } = await readRows(tx, source, order, firstPage(size))
  return viewEntries(tx, scope, rows)
}

/** All but the names. Times follow the numbers, so a span of time is a span of numbers. */
function matches({ accountId }: AccountScope, filter: AdministrationFilter): RawBuilder<unknown>[] {
  const { actorType, actorId, subjectType, subjectId, from, to } = filter
  const parts = [sql`e.account_id = ${accountId}`]
  if (actorType !== null) parts.push(sql`e.actor_type = ${actorType}`)
  if (actorId !== null) parts.push(sql`e.actor_id = ${actorId}`)
  if (subjectType !== null) parts.push(sql`e.subject_type = ${subjectType}`)
  if (subjectId !== null) parts.push(sql`e.subject_id = ${subjectId}`)
  if (from !== null) parts.push(sql`e.seq >= (${edge(accountId, sql`occurred_at >= ${from}`, sql`asc`)})`)
  if (to !== null) parts.push(sql`e.seq <= (${edge(accountId, sql`occurred_at <= ${to}`, sql`desc`)})`)
  return parts
}

const edge = (accountId: number, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`select seq from administration_event where account_id = ${accountId} and ${condition}
    order by occurred_at ${order}, seq ${order} limit 1`

/** In the order they were written, after a number. */
export async function entriesAfter(
  tx: ReadTx,
  scope: AccountScope,
  { after, limit }: { after: number; limit: number },
): Promise<AdministrationView[]> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from administration_event e
    where e.account_id = ${scope.accountId} and e.seq > ${after} order by e.seq limit ${limit}`.execute(tx)
  return viewEntries(tx, scope, rows)
}

export async function entriesOfNumbers(
  tx: ReadTx,
  scope: AccountScope,
  numbers: readonly number[],
): Promise<Map<number, AdministrationView>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    select ${columns} from administration_event e
    where e.account_id = ${scope.accountId} and e.seq = any(${[...numbers]}::bigint[])`.execute(tx)
  const views = await viewEntries(tx, scope, rows)
  return new Map(views.map((view) => [view.seq, view]))
}

/** Opens what the entries say about people, as far as it was not erased. */
export async function viewEntries(
  tx: ReadTx,
  scope: AccountScope,
  rows: readonly EntryRow[],
): Promise<AdministrationView[]> {
  const stored = rows.map(({ payload }) => parseWords(payload))
  const people = stored.flatMap((words) => words?.sealed?.flatMap(({ person }) => personOf(person)) ?? [])
  const keys = await keysToOpen(tx, scope, people)
  return rows.map((row, index) => {
    const words = stored[index] ?? null
    const boxes = (words?.sealed ?? []).map(({ person, box }) => {
      const key = keys.get(person)
      return key && box !== null ? (openBox(scope, person, box, key) as BoxWords | null) : null
    })
    const parts = [words, ...boxes].filter((part) => part !== null)
    return {
      seq: row.seq,
      name: row.name,
      occurredAt: row.occurredAt,
      actor: { type: row.actorType, id: row.actorId, name: first(parts, 'actor') },
      origin: first(parts, 'origin'),
      subject: row.subjectType === null ? null : { type: row.subjectType, id: row.subjectId },
      before: words?.before ?? null,
      after: words?.after ?? null,
      personal: first(parts, 'personal'),
      erased: words === null || boxes.includes(null),
      hash: row.hash,
    }
  })
}

function first<K extends keyof BoxWords>(
  parts: readonly BoxWords[],
  name: K,
): NonNullable<BoxWords[K]> | null {
  for (const part of parts) {
    const found = part[name]
    if (found !== undefined) return found
  }
  return null
}

/** Null for what was altered beyond reading; the chain tells that apart. */
function parseWords(payload: Buffer): StoredWords | null {
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
