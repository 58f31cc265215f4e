import { sql, type RawBuilder } from 'kysely'
import type { Answerer, DocumentType } from '../catalogue/catalogue.schema.ts'
import type { DocumentAlias } from './renewal-requests.ts'

export function answererOf({ answeredBy = 'THIRD_PARTY' }: Pick<DocumentType, 'answeredBy'>): Answerer {
  return answeredBy
}

/**
 * A condition: the third party is asked for this document and may see it. The version it was asked with and the present
 * one must both say so: keeping a piece inside counts at once, and letting it out uncovers nothing asked before.
 */
export const isAskedOutside = (document: DocumentAlias): RawBuilder<boolean> => {
  const c = sql.raw(document)
  return sql<boolean>`exists (
    select from document_type outside
    join document_type_version asked on asked.account_id = outside.account_id and asked.code = outside.code
      and asked.answered_by = 'THIRD_PARTY'
    where outside.account_id = ${c}.account_id and outside.code = ${c}.code
      and outside.answered_by = 'THIRD_PARTY' and asked.type_version = ${c}.type_version)`
}

/** Who answers this document, as it goes over the wire. */
export const answeredBy = (document: DocumentAlias): RawBuilder<Answerer> =>
  sql<Answerer>`case when ${isAskedOutside(document)} then 'THIRD_PARTY' else 'ACCOUNT' end`
