import { sql } from 'kysely'
import { isRequestedFromSupplier } from '../../../src/domain/evaluation/index.ts'
import type { ReadTx } from '../../../src/platform/db/index.ts'
import type { Scope } from '../../../src/platform/kernel/index.ts'

export interface RequestedDocument {
  readonly documentId: number
  readonly dossierId: number
  readonly code: string
  /** Else somebody of the account answers. */
  readonly outside: boolean
}

interface Row extends RequestedDocument {
  alternativeGroup: string | null
}

/** Of alternatives, these are the ones that get sent. */
const preferred = new Set(['SOC_VIGILANCE', 'NO_FOREIGN_WORKERS'])

/**
 * What a company can be thought to send: all that is asked and lacking, or these codes, lacking or not. A piece that
 * several dossiers ask for is sent once: what is accepted in one serves the others.
 */
export async function listRequiredDocuments(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, codes }: { thirdpartyId: number; codes: readonly string[] | null },
): Promise<RequestedDocument[]> {
  const { rows } = await sql<Row>`
    select c.document_id as "documentId", c.dossier_id as "dossierId", c.code, c.alternative_group as "alternativeGroup",
      ${isRequestedFromSupplier('c')} as outside
    from document c
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
    join document_type t on t.account_id = c.account_id and t.code = c.code and t.kind <> 'CHECK'
    where c.account_id = ${accountId} and c.thirdparty_id = ${thirdpartyId} and c.required
      and c.stopped_at is null
      and case when ${codes === null} then c.status = 'MISSING' else c.code = any(${[...(codes ?? [])]}::text[]) end
    order by c.dossier_id, c.document_id`.execute(tx)
  const wanted = rows.filter((row) => row.alternativeGroup === null || preferred.has(row.code))
  return [...new Map(wanted.toReversed().map((row) => [row.code, row])).values()].toReversed()
}
