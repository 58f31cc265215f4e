import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { ReadCode } from './read-codes.ts'
import { dropWordsOf } from './search-words.ts'

/** Where something stands, in fractions of its page before it is turned, from the top left corner. */
export interface PlaceOnPage {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ReadField {
  readonly name: string
  /** Days are YYYY-MM-DD, amounts a number and a currency. */
  readonly value: string
  /** 0 to 1; what is below 0.8 needs a person's eye. */
  readonly confidence: number
  /** Counted from 1. */
  readonly page: number
  readonly box: PlaceOnPage | null
}

export interface FileReading {
  readonly evidenceId: number
  /** Null: nothing could be read. */
  readonly reader: string | null
  readonly kinds: readonly string[]
  readonly fields: readonly ReadField[]
  /** What its sender may be told before the answer is sent. */
  readonly advice: readonly string[]
  readonly pages: number
  readonly content: string | null
  /** What is printed in it as a code; nothing of a file that is still in a draft. */
  readonly codes: readonly ReadCode[]
}

/** Below this a value is shown, and never used without a person. */
export const sureEnough = 0.8

/** What was read last stays; a file that went meanwhile leaves nothing. */
export async function storeReadings(tx: Tx, scope: Scope, readings: readonly FileReading[]): Promise<void> {
  if (readings.length === 0) return
  await sql`
    insert into evidence_reading (account_id, evidence_id, response_id, reader, kinds, fields, advice, pages, content,
      codes, read_at)
    select e.account_id, e.evidence_id, e.response_id, r.reader, r.kinds, r.fields, r.advice, r.pages, r.content,
      r.codes, account_now(e.account_id)
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r ("evidenceId" bigint, reader text,
      kinds text[], fields jsonb, advice text[], pages int, content text, codes jsonb)
    join evidence e on e.account_id = ${scope.accountId} and e.evidence_id = r."evidenceId"
      and e.file_state <> 'DELETED'
    order by e.evidence_id
    -- Whoever removes the file goes first.
    for share of e
    on conflict (account_id, evidence_id) do update set reader = excluded.reader, kinds = excluded.kinds,
      fields = excluded.fields, advice = excluded.advice, pages = excluded.pages, content = excluded.content,
      codes = excluded.codes, read_at = excluded.read_at`.execute(tx)
}

/** The file is gone: so is what stood in it. */
export async function dropReading(tx: Tx, { accountId }: Scope, evidenceId: number): Promise<void> {
  await tx
    .deleteFrom('evidence_word')
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
  await tx
    .deleteFrom('evidence_scan')
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
  await tx
    .deleteFrom('evidence_reading')
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
}

/** Of answers whose files are all gone. */
export async function dropReadingsOf(
  tx: Tx,
  { accountId }: Scope,
  responseIds: readonly number[],
): Promise<void> {
  await dropWordsOf(tx, { accountId }, responseIds)
  await tx
    .deleteFrom('evidence_scan')
    .where('account_id', '=', accountId)
    .where((scan) => scan('response_id', '=', scan.fn.any(scan.val([...responseIds]))))
    .execute()
  await tx
    .deleteFrom('evidence_reading')
    .where('account_id', '=', accountId)
    .where((reading) => reading('response_id', '=', reading.fn.any(reading.val([...responseIds]))))
    .execute()
}

/** Copies of files say what the files say: those of an answer, in the same places, of the answer that repeats it. */
export async function copyReadings(
  tx: Tx,
  { accountId }: Scope,
  copies: readonly { readonly responseId: number; readonly reusedFrom: number }[],
): Promise<void> {
  const rows = copies.map(({ responseId, reusedFrom }) => ({ responseId, reusedFrom }))
  await sql`
    insert into evidence_reading (account_id, evidence_id, response_id, reader, kinds, fields, advice, pages, content,
      codes, read_at)
    select n.account_id, n.evidence_id, n.response_id, g.reader, g.kinds, g.fields, g.advice, g.pages, g.content,
      g.codes, g.read_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ("responseId" bigint, "reusedFrom" bigint)
    join evidence e on e.account_id = ${accountId} and e.response_id = c."reusedFrom" and e.kind = 'FILE'
    join evidence_reading g on g.account_id = e.account_id and g.evidence_id = e.evidence_id
    join evidence n on n.account_id = e.account_id and n.response_id = c."responseId" and n.kind = 'FILE'
      and n.object_key = e.object_key and n.position = e.position
    order by n.evidence_id
    on conflict (account_id, evidence_id) do nothing`.execute(tx)
}

export interface StoredReading extends Omit<FileReading, 'content' | 'reader' | 'codes'> {
  readonly reader: string | null
  readonly readAt: string
}

/** What was read in the files of an answer, in the order of the files. */
export async function readingsOf(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  responseId: number,
): Promise<StoredReading[]> {
  const { rows } = await sql<StoredReading>`
    select g.evidence_id as "evidenceId", g.reader, g.kinds, g.fields, g.advice, g.pages,
      wire_time(g.read_at) as "readAt"
    from evidence_reading g
    join evidence e on e.account_id = g.account_id and e.evidence_id = g.evidence_id
    where g.account_id = ${accountId} and g.response_id = ${responseId} and e.file_state <> 'DELETED'
    order by e.position`.execute(tx)
  return rows
}
