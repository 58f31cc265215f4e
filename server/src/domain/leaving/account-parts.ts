import { sql } from 'kysely'
import { entriesAfter } from '../../platform/administration/index.ts'
import type { ReadTx } from '../../platform/db/index.ts'
import { eventsAfter, exportJournal } from '../../platform/journal/index.ts'
import { exportedTables } from './exported-tables.ts'
import { shortenAddresses } from './shorten-addresses.ts'
import { readRowLines, readTable } from './read-rows.ts'

/** A stretch of a part, and how many rows it holds. */
export interface Stretch {
  readonly text: string
  readonly rows: number
}

export interface AccountPart {
  /** Its path in the export. */
  readonly name: string
  readonly read: (tx: ReadTx) => AsyncGenerator<Stretch>
}

const batch = 500

/** Everything the database holds of an account, in the order of the export; to be read in one snapshot. */
export function accountParts(accountId: number, exportedAt: Date): AccountPart[] {
  const tables = Object.keys(exportedTables).toSorted()
  return [
    { name: 'journal.jsonl', read: (tx) => journalLines(tx, accountId, exportedAt) },
    { name: 'events.jsonl', read: (tx) => eventLines(tx, accountId) },
    { name: 'administration.jsonl', read: (tx) => administrationLines(tx, accountId) },
    { name: 'users.jsonl', read: userLines },
    { name: 'own_lists.jsonl', read: (tx) => readRowLines(tx, ownLists(accountId)) },
    { name: 'own_list_entries.jsonl', read: (tx) => readRowLines(tx, ownEntries(accountId)) },
    ...tables.map((table) => ({
      name: `tables/${table}.jsonl`,
      read: (tx: ReadTx) => readTable(tx, table, accountId),
    })),
  ]
}

async function* journalLines(tx: ReadTx, accountId: number, exportedAt: Date): AsyncGenerator<Stretch> {
  let before = 0
  for await (const { text, reached } of exportJournal(tx, { accountId }, exportedAt)) {
    yield { text, rows: reached - before }
    before = reached
  }
}

/** What happened, with the words about people opened as far as they were not forgotten. */
async function* eventLines(tx: ReadTx, accountId: number): AsyncGenerator<Stretch> {
  for (let after = 0; ;) {
    const { events, reached, head } = await eventsAfter(
      tx,
      { accountId },
      { after, types: null, limit: batch },
    )
    if (events.length > 0) yield stretchOf(events)
    if (reached >= head) return
    after = reached
  }
}

async function* administrationLines(tx: ReadTx, accountId: number): AsyncGenerator<Stretch> {
  for (let after = 0; ;) {
    const entries = await entriesAfter(tx, { accountId }, { after, limit: batch })
    const last = entries.at(-1)
    if (!last) return
    yield stretchOf(entries.map(shortenAddresses))
    after = last.seq
  }
}

function stretchOf(rows: readonly object[]): Stretch {
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows: rows.length }
}

/** The people of the account, without what they prove themselves with. */
function userLines(tx: ReadTx): AsyncGenerator<Stretch> {
  return readRowLines(
    tx,
    sql`select u.user_id, u.email, u.name, u.language, u.active, u.created_at
      from app_user u join membership m on m.user_id = u.user_id order by u.user_id`,
  )
}

const ownLists = (accountId: number) =>
  sql`select list_id, source, list_class, name, version, entries, published_on, changed_at, created_at
    from watchlist where owner_account_id = ${sql.lit(accountId)} order by list_id`

const ownEntries = (accountId: number) =>
  sql`select e.* from watchlist_entry e join watchlist l on l.list_id = e.list_id
    where l.owner_account_id = ${sql.lit(accountId)} order by e.list_id, e.entry_key, e.from_version`
