import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { FileReading, StoredReading } from '../answers/file-readings.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'

interface NamedKind {
  readonly code: string
  readonly name: string
}

export interface ReadingOfFile
  extends Pick<StoredReading, 'reader' | 'kinds' | 'fields' | 'pages'>, Pick<FileReading, 'codes'> {
  /** Null: nobody has read it. */
  readonly readAt: string | null
  readonly type: DocumentType
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  readonly form: readonly FormEntry[]
  /** What the checks found in this file. */
  readonly findings: readonly string[]
}

/** What was read in a file, with what it is compared to. The caller has made sure that the file may be seen. */
export async function readingOfFile(
  tx: ReadTx,
  { accountId }: Scope,
  fileId: number,
): Promise<ReadingOfFile> {
  const { rows } = await sql<ReadingOfFile>`
    select g.reader, coalesce(g.kinds, '{}') as kinds, coalesce(g.fields, '[]') as fields,
      coalesce(g.codes, '[]') as codes, coalesce(g.pages, 0) as pages, wire_time(g.read_at) as "readAt", v.definition as type,
      r.effective_date as "effectiveDate", r.expiration_date as "expirationDate",
      coalesce((select f.formdata from evidence f
        where f.account_id = r.account_id and f.response_id = r.response_id and f.kind = 'FORM'
          and f.file_state <> 'DELETED' order by f.position limit 1), '[]') as form,
      array(select distinct f ->> 'code' from check_result k, jsonb_array_elements(k.findings) f
        where k.account_id = r.account_id and k.response_id = r.response_id and k.attempt = r.check_attempt
          and (f -> 'evidenceId')::text = e.evidence_id::text
        order by 1) as findings
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    left join evidence_reading g on g.account_id = e.account_id and g.evidence_id = e.evidence_id
    where e.account_id = ${accountId} and e.evidence_id = ${fileId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`File ${fileId} is not there.`)
  return row
}

/** Kinds of documents by the names the account gives them; those it does not have keep their code. */
export async function nameKinds(
  tx: ReadTx,
  { accountId }: Scope,
  codes: readonly string[],
  language: Language,
): Promise<NamedKind[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<NamedKind>`
    select wanted.code, coalesce(v.definition -> 'name' ->> ${language}, wanted.code) as name
    from unnest(${[...codes]}::text[]) with ordinality wanted (code, place)
    left join document_type t on t.account_id = ${accountId} and t.code = wanted.code
    left join document_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    order by wanted.place`.execute(tx)
  return rows
}
