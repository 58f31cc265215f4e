import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { dateSchema, problem } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { filter, filterConditions, unitConditions, type FilterValues } from '../../platform/lists/index.ts'
import { referenceFilter } from '../external-references/index.ts'
import { resolveOwner } from '../teams/index.ts'
import type { AttributeCondition, ThirdPartyAttributes } from './attribute-port.ts'
import { matchesText, readFreeText, type FreeText } from './free-text.ts'
import { hasRating, type RatingCondition } from './summary-parameters.ts'
import {
  companyStatuses,
  dossierStatuses,
  identitySources,
  identityStatuses,
  ownCode,
  relationshipStates,
} from './thirdparty.schema.ts'

/** Filters on `t`, the third party. */
export const companyFilters = {
  status: filter(Type.Enum([...companyStatuses]), (status) => sql`t.status = ${status}`),
  countryCode: filter(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166-1 alpha-2.',
      ...problem({ invalid: 'COUNTRY_CODE_INVALID' }),
    }),
    (code) => sql`t.country_code = ${code}`,
  ),
  source: filter(Type.Enum([...identitySources]), (source) => sql`t.source = ${source}`),
  identityStatus: filter(Type.Enum([...identityStatuses]), (status) => sql`t.identity_status = ${status}`),
  relationship: filter(
    Type.Enum([...relationshipStates], { description: 'What was decided about working with them.' }),
    (state) => sql`t.relationship = ${state}`,
  ),
  relationshipToReview: filter(
    Type.Boolean({ description: 'Those that have to be decided anew, or those that have not.' }),
    // Said in words: a value would hide the index of the few.
    (toReview) => (toReview ? sql`t.relationship_review is not null` : sql`t.relationship_review is null`),
  ),
}

const written = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })
const separators = 'Spaces, dots and dashes do not matter.'

/** By what identifies a company, exactly: each along an index of its own. */
export const keyFilters = {
  code: filter(ownCode, (code) => sql`t.code = ${code}`),
  siret: filter(written(separators), (siret) => sql`t.siret = ${siret}`),
  siren: filter(written(separators), (siren) => sql`t.siren = ${siren}`),
  vatNumber: filter(written(separators), (number) => sql`t.vat_number = ${number}`),
  duns: filter(written(separators), (duns) => sql`t.duns = ${duns}`),
  lei: filter(written(separators), (lei) => sql`t.lei = ${lei}`),
  ...referenceFilter('THIRD_PARTY', sql`t.thirdparty_id`),
  localId: filter(
    written('The number in its national register, as the record shows it or without separators.'),
    (localId) => sql`t.local_id = any(${[localId, localId.replaceAll(/[^\p{L}\p{N}]/gu, '')]}::text[])`,
  ),
}

/** By the units a third party is in. */
export const unitFilter = {
  unit: filter(
    Type.Integer({ minimum: 1, description: 'Those of this unit and of what lies beneath it.' }),
    (unitId, { scope }) => isInUnit(scope, unitId),
  ),
}

/**
 * To whoever does not see the unit it is like one that does not exist: otherwise they would learn which of their own
 * companies are in it as well. Who sees a unit sees the set of that unit alone.
 */
function isInUnit(
  { accountId, units }: Pick<Scope, 'accountId' | 'units'>,
  unitId: number,
): RawBuilder<unknown> {
  const isIn = sql`t.unit_set_id = any(unit_sets_of(${accountId}::bigint, array[${unitId}]::bigint[]))`
  if (units === 'ALL') return isIn
  return sql`${isIn} and exists (select from unit_set o where o.account_id = ${accountId}
    and o.unit_ids = array[${unitId}]::bigint[] and o.unit_set_id = any(${[...units]}::bigint[]))`
}

/** Filters on `s`, its summary. */
export const summaryFilters = {
  criticality: filter(
    Type.String({ minLength: 1, maxLength: 200 }),
    (label) => sql`s.criticality = ${label}`,
  ),
  dossierStatus: filter(
    Type.Enum([...dossierStatuses], { description: 'The worst status of its open dossiers.' }),
    (status) => sql`s.dossier_status = ${status}`,
  ),
  expiresBefore: filter(
    { ...dateSchema, description: 'Those of which a document or a dossier ends before this day.' },
    (day) => sql`s.next_expiry < ${day}::date`,
  ),
}

export const archiveFilter = {
  archived: filter(
    Type.Boolean({ description: 'Only archived ones, or only live ones; both when absent.' }),
    (archived) => sql`(t.archived_at is not null) = ${archived}`,
  ),
}

export const plainFilters = {
  ...keyFilters,
  ...companyFilters,
  ...unitFilter,
  ...summaryFilters,
  ...archiveFilter,
}
type PlainFilters = FilterValues<typeof plainFilters>

/** What a list of third parties is narrowed by; null or absent where it is not. */
export interface PortfolioFilter extends PlainFilters {
  /** Free text, as it was typed. */
  readonly q: string | null
  /** Who answers for them: `me`, a person or a team. */
  readonly owner: string | null
  readonly ratings: readonly RatingCondition[] | null
  readonly attributes: readonly AttributeCondition[] | null
}

type Condition = RawBuilder<unknown>

/** A filter whose free text has been read, and whose owner and attributes have been found. */
export interface ResolvedFilter extends PlainFilters {
  readonly q: FreeText | null
  readonly owner: Condition | null
  readonly ratings: readonly RatingCondition[] | null
  readonly attributes: readonly Condition[] | null
}

export async function resolveFilter(
  tx: ReadTx,
  scope: Scope,
  asked: PortfolioFilter,
  known: ThirdPartyAttributes,
): Promise<ResolvedFilter> {
  const { q, owner, attributes } = asked
  return {
    ...asked,
    q: q === null ? null : await readFreeText(tx, scope, q),
    owner: owner === null ? null : (await resolveOwner(tx, scope, owner)).thirdParties,
    attributes: attributes === null ? null : await known.conditions(tx, scope, attributes),
  }
}

/** Conditions on `t` and `s`. */
export function portfolioConditions(scope: Scope, values: ResolvedFilter): Condition[] {
  const { q, owner, attributes } = values
  return [
    sql`t.account_id = ${scope.accountId}`,
    ...(q === null ? [] : [matchesText(scope, q)]),
    ...(owner === null ? [] : [owner]),
    ...filterConditions(keyFilters, values, scope),
    ...filterConditions(companyFilters, values, scope),
    ...filterConditions(unitFilter, values, scope),
    ...summaryConditions(scope, values),
    ...filterConditions(archiveFilter, values, scope),
    ...(attributes ?? []),
  ]
}

/** Row security shows no other companies anyway. Said as well, so that PostgreSQL plans for how many there are. */
export const sightConditions = (scope: Scope): Condition[] => unitConditions(scope, sql`t.unit_set_id`)

/** Those on `s` alone. */
export function summaryConditions(scope: Scope, values: ResolvedFilter): Condition[] {
  return [...filterConditions(summaryFilters, values, scope), ...(values.ratings ?? []).map(hasRating)]
}

const summaryNames = ['ratings', ...Object.keys(summaryFilters)]

/** Names of the filters that are given. */
function givenNames(values: ResolvedFilter): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [name],
  )
}

/** Whether it can be answered only with the summary at hand. */
export function needsSummary(values: ResolvedFilter): boolean {
  return givenNames(values).some((name) => summaryNames.includes(name))
}

/** Whether it can be answered with the summary alone, but perhaps that they are not archived. */
export function needsOnlySummary(values: ResolvedFilter): boolean {
  return needsSummary(values) && isOnlyBy(values, summaryNames)
}

/** Whether nothing else is given, but perhaps that they are not archived. */
export function isOnlyBy(values: ResolvedFilter, names: readonly string[]): boolean {
  const others = givenNames(values).filter((name) => name !== 'archived')
  return values.archived !== true && others.every((name) => names.includes(name))
}

/** Counters know how many there are of each kind of these; anything else must be counted. */
export function hasCounter(values: ResolvedFilter): boolean {
  return givenNames(values).every((name) => name === 'archived')
}
