import { isDeepStrictEqual } from 'node:util'
import type { CompanyRecord } from '../references/index.ts'

/** What is known of a company, from a register or from the account; a pending one may have no name yet. */
export type Identity = Omit<CompanyRecord, 'provider' | 'recordId' | 'name' | 'countryCode'> & {
  readonly name: string | null
  readonly countryCode: string | null
}

/** Fields that come together from one place: differences and provenance are told by group. */
export const fieldGroups = {
  identity: ['name', 'tradeName', 'legalForm', 'countryCode', 'creationDate', 'closureDate'],
  address: ['headOffice'],
  activity: ['nafCode', 'mainActivity', 'activityScheme'],
  executives: ['executives'],
  headcount: ['headcount'],
  status: ['status', 'statusDetail', 'statusSince'],
  identifiers: ['siren', 'siret', 'vatNumber', 'duns', 'lei', 'localId'],
} as const satisfies Record<string, readonly (keyof Identity)[]>

export type FieldGroup = keyof typeof fieldGroups
export const groupNames = Object.keys(fieldGroups) as FieldGroup[]

export interface Difference {
  readonly group: FieldGroup
  /** Only the fields that differ. */
  readonly before: Partial<Identity>
  readonly after: Partial<Identity>
}

/** What changed between two states of a company, group by group; nothing for groups that are the same. */
export function differences(before: Identity, after: Identity): Difference[] {
  return groupNames.flatMap((group) => {
    const changed = fieldGroups[group].filter((field) => !isDeepStrictEqual(before[field], after[field]))
    if (changed.length === 0) return []
    return [{ group, before: picked(before, changed), after: picked(after, changed) }]
  })
}

/** The differences as one event tells them. */
export function beforeAndAfter(found: readonly Difference[]) {
  return {
    groups: found.map(({ group }) => group),
    before: Object.assign({}, ...found.map(({ before }) => before)) as Partial<Identity>,
    after: Object.assign({}, ...found.map(({ after }) => after)) as Partial<Identity>,
  }
}

export function isSilent(identity: Identity, group: FieldGroup): boolean {
  return fieldGroups[group].every((field) => {
    const value = identity[field]
    return value === null || (Array.isArray(value) && value.length === 0)
  })
}

export function picked(identity: Identity, fields: readonly (keyof Identity)[]): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field]]))
}
