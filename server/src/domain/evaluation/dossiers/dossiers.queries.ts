import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { isBefore, orLast, type ListOrder, type ListSource } from '../../../platform/lists/index.ts'

/** What a list of dossiers is narrowed by. */
export interface DossierFilter {
  readonly thirdpartyId?: number | undefined
  readonly dossierTypeCode?: string | undefined
  readonly statusCode?: readonly string[] | undefined
  readonly archived?: boolean | undefined
  readonly origin?: string | undefined
  readonly dueBefore?: string | undefined
  readonly expiresBefore?: string | undefined
}

export function dossierSource({ accountId }: Scope, filter: DossierFilter): ListSource {
  const conditions = [sql`d.account_id = ${accountId}`]
  const where = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  where(filter.archived, (archived) =>
    archived ? sql`d.archived_at is not null` : sql`d.archived_at is null`,
  )
  where(filter.thirdpartyId, (id) => sql`d.thirdparty_id = ${id}`)
  where(filter.dossierTypeCode, (code) => sql`d.type_code = ${code}`)
  where(filter.statusCode, (codes) => sql`d.status = any(${[...codes]}::text[])`)
  where(filter.origin, (origin) => sql`d.origin = ${origin}`)
  where(filter.dueBefore, (day) => isBefore('d.due_date', day))
  where(filter.expiresBefore, (day) => isBefore('d.expiration_date', day))
  return { resource: 'DOSSIER', id: sql`d.dossier_id`, from: sql`dossier d`, conditions }
}

export const dossierSorts = ['id', 'status', 'dueDate', 'expirationDate', 'updatedAt'] as const

const keys: Record<(typeof dossierSorts)[number], Pick<ListOrder, 'key' | 'type'>> = {
  id: { key: sql`d.dossier_id`, type: 'bigint' },
  status: { key: sql`d.status`, type: 'text' },
  dueDate: { key: orLast('d.due_date'), type: 'date' },
  expirationDate: { key: orLast('d.expiration_date'), type: 'date' },
  updatedAt: { key: sql`d.updated_at`, type: 'timestamptz' },
}

export function dossierOrder({ field, descending }: { field: string; descending: boolean }): ListOrder {
  return { ...keys[field as keyof typeof keys], descending }
}

/** The open dossier of this type, if there is one. */
export async function findOpenDossier(
  tx: ReadTx,
  scope: Scope,
  { thirdpartyId, typeCode }: { readonly thirdpartyId: number; readonly typeCode: string },
): Promise<number | null> {
  const row = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('type_code', '=', typeCode)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.dossier_id ?? null
}

export function alreadyOpen(existingDossierId: number): AppError {
  return new AppError('DOSSIER_ALREADY_OPEN', { existingDossierId }, { members: { existingDossierId } })
}
