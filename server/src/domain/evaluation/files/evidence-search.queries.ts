import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../../platform/lists/index.ts'

/** What was typed, as the database compares it. */
export interface WantedText {
  readonly words: readonly string[]
  /** Of the words the one that the fewest files hold; null where each leads to thousands. */
  readonly rarest: string | null
}

export interface FoundFile {
  readonly fileId: number
  readonly fileName: string | null
  readonly thirdpartyId: number
  readonly thirdpartyName: string | null
  readonly dossierId: number
  readonly documentId: number
  readonly responseId: number
  readonly documentCode: string
  readonly documentName: string
  readonly readAt: string
}

const mostWords = 8
const common = 2_000
const mostCounted = 500
// After every text that begins with what comes before it.
const end = '\u{10ffff}'

export async function readWantedText(tx: ReadTx, { accountId }: Scope, typed: string): Promise<WantedText> {
  const { rows } = await sql<{ word: string; found: number }>`
    select wanted.word, (select count(*)::int from (
      select from evidence_word w where w.account_id = ${accountId} and w.word >= wanted.word
        and w.word < wanted.word || ${end} limit ${common + 1}) some_of_them) as found
    from (select word, min(place) as place
      from string_to_table(search_text(${typed}), ' ') with ordinality as one (word, place)
      where word <> '' group by word order by 2 limit ${mostWords}) wanted
    order by wanted.place`.execute(tx)
  const [rarest] = rows
    .filter(({ found }) => found <= common)
    .toSorted((one, other) => one.found - other.found)
  return { words: rows.map(({ word }) => word), rarest: rarest?.word ?? null }
}

/**
 * Files that hold words beginning with each of these, newest first. Only files that may be opened by anybody who reads
 * the account: none of a draft, and none with bank details.
 */
export function foundFiles(scope: Scope, wanted: WantedText, language: Language): Listing<FoundFile> {
  const { accountId } = scope
  return {
    source: {
      id: sql`g.evidence_id`,
      idColumns: [sql`g.evidence_id`, sql`e.evidence_id`],
      from: sql`evidence_reading g
        join evidence e on e.account_id = g.account_id and e.evidence_id = g.evidence_id
        join response r on r.account_id = e.account_id and r.response_id = e.response_id
        join document c on c.account_id = e.account_id and c.document_id = e.document_id
        join document_type_version v
          on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
        join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id`,
      conditions: [
        sql`g.account_id = ${accountId}`,
        holds(accountId, wanted),
        sql`e.file_state = 'CLEAN' and e.object_key is not null`,
        sql`r.state not in ('DRAFT', 'INTERRUPTED', 'DELETED')`,
        sql`not coalesce((v.definition -> 'bankDetails')::boolean, false)`,
      ],
      columns: sql<FoundFile>`g.evidence_id as "fileId", e.file_name as "fileName",
        c.thirdparty_id as "thirdpartyId", t.name as "thirdpartyName", c.dossier_id as "dossierId",
        c.document_id as "documentId", e.response_id as "responseId", c.code as "documentCode",
        coalesce(v.definition -> 'name' ->> ${language}, c.code) as "documentName",
        wire_time(g.read_at) as "readAt"`,
    },
    order: orderById('newest first'),
    countCap: mostCounted,
  }
}

/** Along the rarest word, if one is rare; else the newest files are looked at until a page is full. */
function holds(accountId: number, { words, rarest }: WantedText): RawBuilder<unknown> {
  if (words.length === 0) return sql`false`
  const each = (of: RawBuilder<unknown>, wanted: readonly string[]) =>
    sql.join(
      wanted.map(
        (word) => sql`exists (select from evidence_word o
        where o.account_id = ${accountId} and o.evidence_id = ${of} and ${begins('o.word', word)})`,
      ),
      sql` and `,
    )
  if (rarest === null) return each(sql`g.evidence_id`, words)
  const others = words.filter((word) => word !== rarest)
  const together = sql`select w.evidence_id from evidence_word w
    where w.account_id = ${accountId} and ${begins('w.word', rarest)}
      and ${others.length === 0 ? sql`true` : each(sql`w.evidence_id`, others)}`
  // A number in groups finds one that is printed in one piece.
  const inOnePiece = sql`select w.evidence_id from evidence_word w
    where w.account_id = ${accountId} and ${begins('w.word', words.join(''))}`
  return sql`g.evidence_id in (${together} union all ${inOnePiece})`
}

const begins = (column: string, word: string) =>
  sql`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${word + end}`

/** The texts of these files. */
export async function textsOf(
  tx: ReadTx,
  { accountId }: Scope,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .selectFrom('evidence_reading')
    .select(['evidence_id', 'content'])
    .where('account_id', '=', accountId)
    .where((reading) => reading('evidence_id', '=', reading.fn.any(reading.val([...fileIds]))))
    .execute()
  return new Map(rows.map((row) => [row.evidence_id, row.content ?? '']))
}
