import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'

/** A stored file as the database names it. */
export interface AccountFile {
  readonly table: 'evidence' | 'corrective_evidence'
  readonly id: number
  readonly fileName: string
  readonly objectKey: string
  /** As it was measured when it came; hexadecimal. Null for one of our own making that was never measured. */
  readonly sha256: string | null
  readonly state: string
}

/** Every file the account has, whether it was found clean or not. */
export async function listFiles(tx: ReadTx, accountId: number): Promise<AccountFile[]> {
  const { rows } = await sql<AccountFile>`
    select 'evidence' as table, evidence_id as id, coalesce(file_name, 'file') as "fileName",
      object_key as "objectKey", encode(sha256, 'hex') as sha256, file_state as state
    from evidence where account_id = ${accountId} and object_key is not null and file_state <> 'DELETED'
    union all
    select 'corrective_evidence', evidence_id, coalesce(file_name, 'file'), object_key, encode(sha256, 'hex'),
      coalesce(file_state, '')
    from corrective_evidence where account_id = ${accountId} and object_key is not null
    order by 1, 2`.execute(tx)
  return rows
}

const unsafe = /[\p{Cc}\p{Surrogate}\\/:]/gu

/** Its own name in a folder of its own: names repeat, numbers do not. */
export function pathOfFile({ table, id, fileName }: Pick<AccountFile, 'table' | 'id' | 'fileName'>): string {
  const name = fileName.replaceAll(unsafe, '_')
  return `files/${table}-${id}/${/^\.+$/.test(name) ? '_' : name}`
}
