import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { DocumentType } from './catalogue.schema.ts'

interface DocumentTypeVersion {
  readonly code: string
  readonly version: number
  readonly definition: DocumentType
}

/** The present version of each of these types; all codes must be in the account's catalogue. */
export async function documentTypeVersions(
  tx: ReadTx,
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, DocumentTypeVersion>> {
  if (codes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_type as t')
    .innerJoin('document_type_version as v', (join) =>
      join
        .onRef('v.account_id', '=', 't.account_id')
        .onRef('v.code', '=', 't.code')
        .onRef('v.type_version', '=', 't.type_version'),
    )
    .select(['t.code', 'v.type_version as version', 'v.definition'])
    .where('t.account_id', '=', scope.accountId)
    .where('t.code', 'in', [...new Set(codes)])
    .where('t.archived_at', 'is', null)
    .execute()
  const found = new Map(
    rows.map((row) => [row.code, { ...row, definition: row.definition as unknown as DocumentType }]),
  )
  const unknown = [...new Set(codes)].filter((code) => !found.has(code))
  if (unknown.length > 0) {
    throw new AppError('REQUIREMENT_CODE_UNKNOWN', { codes: unknown.join(', ') }, { members: { unknown } })
  }
  return found
}

/** What was asked for: the type in the version the request was made with. */
export async function documentTypeAt(
  tx: ReadTx,
  scope: Scope,
  { code, typeVersion }: { readonly code: string; readonly typeVersion: number },
): Promise<DocumentType> {
  const row = await tx
    .selectFrom('document_type_version')
    .select('definition')
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .where('type_version', '=', typeVersion)
    .executeTakeFirstOrThrow()
  return row.definition as unknown as DocumentType
}
