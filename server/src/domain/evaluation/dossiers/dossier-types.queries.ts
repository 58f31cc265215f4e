import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import type { LockedDossier } from '../status/lock.ts'

export interface PublishedType {
  readonly code: string
  readonly version: number
  readonly definition: DossierType
}

/** The published types of these codes; a code that is not configured, or archived, is a problem. */
export async function listPublishedTypes(
  tx: ReadTx,
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, PublishedType>> {
  const rows = await tx
    .selectFrom('dossier_type as t')
    .innerJoin('dossier_type_version as v', (join) =>
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
    rows.map((row) => [row.code, { ...row, definition: row.definition as unknown as DossierType }]),
  )
  const unknown = codes.find((code) => !found.has(code))
  if (unknown !== undefined) throw await unknownType(tx, scope, unknown)
  return found
}

async function unknownType(tx: ReadTx, scope: Scope, dossierTypeCode: string): Promise<AppError> {
  const known = await tx
    .selectFrom('dossier_type')
    .select('code')
    .where('account_id', '=', scope.accountId)
    .where('archived_at', 'is', null)
    .orderBy('code')
    .execute()
  const types = known.map((row) => row.code).join(', ')
  return new AppError('DOSSIER_TYPE_UNKNOWN', { dossierTypeCode, types })
}

/** The documents of a typed dossier are fixed. */
export async function refuseTyped(
  tx: ReadTx,
  scope: Scope,
  { dossierId, typeCode, typeVersion }: Pick<LockedDossier, 'dossierId' | 'typeCode' | 'typeVersion'>,
): Promise<void> {
  const row = await tx
    .selectFrom('dossier_type_version')
    .select('definition')
    .where('account_id', '=', scope.accountId)
    .where('code', '=', typeCode)
    .where('type_version', '=', typeVersion)
    .executeTakeFirstOrThrow()
  const { typed } = row.definition as unknown as DossierType
  if (typed) throw new AppError('DOSSIER_REQUIREMENTS_FIXED', { dossierId })
}
