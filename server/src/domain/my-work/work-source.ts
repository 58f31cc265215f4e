import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Language, Right, Scope } from '../../platform/kernel/index.ts'
import { countRows, readRows, type Fragment, type Listing, type Total } from '../../platform/lists/index.ts'
import type { Answering, Searched } from '../teams/index.ts'

/** Who asks what waits for them. */
export interface WorkReader {
  readonly scope: Scope
  /** The person with their teams, and what they answer for. */
  readonly me: Searched
  readonly answering: Answering
  readonly rights: ReadonlySet<Right>
  readonly language: Language
}

/** Why it waits for them, where its kind does not tell. */
export const workReasons = [
  'ASSIGNED',
  'TEAM',
  'ANSWERS_FOR_IT',
  'OWN',
  'DELEGATE',
  'SUBSTITUTE',
  'DUTY',
] as const
export type WorkReason = (typeof workReasons)[number]

/** One thing that waits. */
export interface WorkEntry {
  readonly id: number
  /** Its urgency: a moment to the microsecond, in UTC and without zone. Such moments compare as text. */
  readonly at: string
  readonly title: string
  readonly about: WorkSubject | null
  readonly dueOn: string | null
  readonly overdue: boolean
  readonly since: string
  /** A path of the API behind the account. */
  readonly link: string
  readonly why?: WorkReason
}

export interface WorkSubject {
  readonly thirdpartyId: number
  readonly name: string
  readonly dossierId: number | null
  readonly documentId: number | null
}

/** What a source reads: a list in the order of its urgency, each page of which costs what it shows. */
export interface WorkListing<Columns extends object> {
  readonly listing: Listing<Columns>
  /** What urgency is read from, along an index that ends with the id: the moment or the day in question. */
  readonly key: Fragment
  readonly keyType: 'timestamptz' | 'date'
  readonly view: (row: Columns) => WorkEntry
}

/** Things of one kind that can wait for somebody. */
export interface WorkSource {
  readonly kind: string
  read(tx: ReadTx, reader: WorkReader, window: WorkWindow): Promise<WorkEntry[]>
  count(tx: ReadTx, reader: WorkReader, cap: number): Promise<Total>
}

export interface WorkWindow {
  readonly size: number
  readonly after: WorkPlace | null
}

/** The entry a page ended with, as the source sees it: of an earlier kind, of its own, or of a later one. */
export interface WorkPlace {
  readonly at: string
  readonly id: number
  readonly kind: 'earlier' | 'own' | 'later'
}

/** A source from the list it reads; null where nothing of the kind ever waits for this reader. */
export function workSource<Columns extends object>(
  kind: string,
  open: (tx: ReadTx, reader: WorkReader) => Promise<WorkListing<Columns> | null>,
): WorkSource {
  return {
    kind,
    async read(tx, reader, { size, after }) {
      const opened = await open(tx, reader)
      if (!opened) return []
      const { source, order } = opened.listing
      const beyond = after ? [isBeyond(opened, source.id, after)] : []
      const narrowed = { ...source, conditions: [...source.conditions, ...beyond] }
      const { rows } = await readRows(tx, narrowed, order, { size, offset: 0, after: null })
      return rows.map(opened.view)
    },
    async count(tx, reader, cap) {
      const opened = await open(tx, reader)
      if (!opened) return { total: 0, totalIsExact: true }
      const { source, count } = opened.listing
      return count ? count(tx) : countRows(tx, source, cap)
    },
  }
}

const midnight = 'T00:00:00.000000'

/** At one moment, kinds follow one another, and within a kind the ids. A day begins at midnight. */
function isBeyond<Columns extends object>(
  { key, keyType }: WorkListing<Columns>,
  id: Fragment,
  { at, id: reachedId, kind }: WorkPlace,
): Fragment {
  const isDay = keyType === 'date'
  const edge = isDay ? sql`${at.slice(0, 'yyyy-mm-dd'.length)}::date` : sql`${`${at}Z`}::timestamptz`
  if (isDay && !at.endsWith(midnight)) return sql`${key} > ${edge}`
  if (kind === 'own') return sql`(${key}, ${id}) > (${edge}, ${reachedId}::bigint)`
  return kind === 'earlier' ? sql`${key} >= ${edge}` : sql`${key} > ${edge}`
}

/** A moment, or the midnight a day begins with, as WorkEntry.at. */
export const tellMoment = (moment: Fragment): Fragment =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
export const tellMidnight = (day: Fragment): Fragment => sql`to_char(${day}, 'YYYY-MM-DD') || ${midnight}`

/** What the row called `of` is about; the document is told where it is about one. */
export const tellSubject = (of: string, document: Fragment): Fragment => {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql`jsonb_build_object('thirdpartyId', ${column('thirdparty_id')}, 'name',
    (select coalesce(wt.name, wt.identifier_value) from thirdparty wt
      where wt.account_id = ${column('account_id')} and wt.thirdparty_id = ${column('thirdparty_id')}),
    'dossierId', ${column('dossier_id')}, 'documentId', ${document})`
}

/** More of a kind than that are not counted: nobody needs the number, and each must be looked at. */
export const maxCounted = 99
