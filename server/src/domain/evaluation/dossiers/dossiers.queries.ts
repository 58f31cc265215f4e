import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../../platform/db/index.ts'
import { dateSchema, recordId } from '../../../platform/http/index.ts'
import { AppError, requireDay, type Scope } from '../../../platform/kernel/index.ts'
import {
  dateOrLast,
  filter,
  filterConditions,
  isBeforeDay,
  orderById,
  orderByKey,
  unitConditions,
  unitRuns,
  type FilterValues,
  type Listing,
  type ListOrder,
} from '../../../platform/lists/index.ts'
import { referenceFilter } from '../../external-references/index.ts'
import { ownerParameter } from '../../teams/index.ts'
import { dossierStatuses } from '../status/status-labels.ts'
import { origins } from './dossier.schema.ts'

const day = (column: string) =>
  filter(dateSchema, (value, { name }) => {
    requireDay({ parameter: name }, value)
    return isBeforeDay(column, value)
  })

/** What any list of dossiers is narrowed by. */
export const dossierFilters = {
  dossierTypeCode: filter(
    Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 64 }),
    (code) => sql`d.type_code = ${code}`,
  ),
  statusCode: filter(
    Type.Array(Type.Enum([...dossierStatuses]), {
      minItems: 1,
      maxItems: 6,
      description: 'One or several, separated by commas.',
    }),
    (codes) => sql`d.status = any(${[...codes]}::text[])`,
  ),
  origin: filter(Type.Enum([...origins]), (origin) => sql`d.origin = ${origin}`),
  dueBefore: day('d.due_date'),
  expiresBefore: day('d.expiration_date'),
}

const archived = (description: string) =>
  filter(Type.Boolean({ description }), (isArchived) =>
    isArchived ? sql`d.archived_at is not null` : sql`d.archived_at is null`,
  )

/** What the list of the account is narrowed by beside. */
export const accountDossierFilters = {
  archived: archived('Only archived ones, or only open ones; when absent, open ones, and with events both.'),
  thirdpartyId: filter(recordId, (id) => sql`d.thirdparty_id = ${id}`),
  ...referenceFilter('DOSSIER', sql`d.dossier_id`),
}
export const ownDossierFilters = {
  archived: archived('Only archived ones, or only open ones; both when absent.'),
}

const allFilters = { ...dossierFilters, ...accountDossierFilters }

/** By who answers for them, which has to be looked up first. */
export const dossierOwner = { owner: Type.Optional(ownerParameter) }
export interface DossierFilter extends FilterValues<typeof allFilters> {
  /** On `d`. */
  readonly owned?: RawBuilder<unknown> | undefined
}

export const dossierSorts = ['id', 'status', 'dueDate', 'expirationDate', 'updatedAt'] as const

const orders: Record<(typeof dossierSorts)[number], (descending: boolean) => ListOrder> = {
  id: (descending) => orderById(descending ? 'newest first' : 'oldest first'),
  status: (descending) => orderByKey(sql`d.status`, 'text', descending),
  dueDate: (descending) => orderByKey(dateOrLast('d.due_date'), 'date', descending),
  expirationDate: (descending) => orderByKey(dateOrLast('d.expiration_date'), 'date', descending),
  updatedAt: (descending) => orderByKey(sql`d.updated_at`, 'timestamptz', descending),
}

export function dossierListing(
  scope: Scope,
  values: DossierFilter,
  { field, descending }: { readonly field: string; readonly descending: boolean },
): Listing {
  const { owned } = values
  // The index of units holds open dossiers, in the order of their ids.
  const isAlongUnits = field === 'id' && values.archived === false && owned === undefined
  const runs = isAlongUnits ? unitRuns(scope, sql`d.unit_set_id`) : null
  return {
    order: orders[field as keyof typeof orders](descending),
    source: {
      id: sql`d.dossier_id`,
      from: sql`dossier d`,
      conditions: [
        sql`d.account_id = ${scope.accountId}`,
        ...filterConditions(allFilters, values, scope),
        ...(owned ? [owned] : []),
        ...(runs ? [] : unitConditions(scope, sql`d.unit_set_id`)),
      ],
      ...(runs && { runs }),
    },
  }
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
