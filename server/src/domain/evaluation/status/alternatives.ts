import { sql, type RawBuilder } from 'kysely'
import type { DocumentAlias } from './renewal-requests.ts'

/** A condition: of its group there is another document, named `other`, for which this holds. */
export const replacedBy = (document: DocumentAlias, holds: RawBuilder<unknown>): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return sql<boolean>`(${c}.alternative_group is not null and exists (
    select from document other where other.account_id = ${c}.account_id and other.dossier_id = ${c}.dossier_id
      and other.alternative_group = ${c}.alternative_group and other.stopped_at is null
      and other.document_id <> ${c}.document_id and (${holds})))`
}

/** A condition: another document of its group is answered, or its answer under review, so nobody waits for this one. */
export const isReplaced = (document: DocumentAlias): RawBuilder<boolean> =>
  replacedBy(document, sql`other.status in ('VALID', 'ONGOING', 'BELOW_EXPECTATION')`)
