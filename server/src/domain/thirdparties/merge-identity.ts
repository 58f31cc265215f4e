import type { CompanyRecord } from '../references/index.ts'
import {
  differences,
  fieldGroups,
  groupNames,
  isSilent,
  pickIdentityFields,
  effectiveStatus,
  type FieldGroup,
  type Identity,
  type Merged,
  type Provenance,
  type StatedStatus,
} from './identity.ts'

export interface KnownIdentity {
  readonly identity: Identity
  readonly provenance: readonly Provenance[]
  readonly announced: StatedStatus | null
}

/**
 * The register's word over what is known. A register that is silent on a group erases only what it said
 * itself, never what came from elsewhere; and no silence erases an identifier.
 */
export function mergeIdentity(known: KnownIdentity, company: CompanyRecord, fetchedAt: string): Merged {
  const identity = mergeFields(known, company)
  const found = differences(known.identity, identity)
  const { provider, recordId } = company
  // A group whose content is the same keeps its source: the register confirmed it, and brought nothing.
  const saidGroups = groupNames.filter(
    (group) =>
      !isSilent(company, group) &&
      (!sourceOf(known, group) || found.some((difference) => difference.group === group)),
  )
  const erased = found.map(({ group }) => group)
  const provenance = withSource(known.provenance, [...saidGroups, ...erased], {
    groups: saidGroups,
    provider,
    fetchedAt,
    recordId,
  })
  return { identity, provenance, differences: found }
}

/** The groups move from where they came from to the new source. */
export function withSource(
  provenance: readonly Provenance[],
  moved: readonly FieldGroup[],
  source: Provenance,
): Provenance[] {
  const left = provenance.map((one) => ({
    ...one,
    groups: one.groups.filter((group) => !moved.includes(group)),
  }))
  return [...left, source].filter(({ groups }) => groups.length > 0)
}

function sourceOf({ provenance }: KnownIdentity, group: FieldGroup): Provenance | undefined {
  return provenance.find(({ groups }) => groups.includes(group))
}

function mergeFields(known: KnownIdentity, company: CompanyRecord): Identity {
  const parts = groupNames.map((group): Partial<Identity> => {
    const before = pickIdentityFields(known.identity, fieldGroups[group])
    if (group === 'status') return effectiveStatus(company, known.announced)
    if (group === 'identifiers')
      return { ...before, ...withoutNulls(pickIdentityFields(company, fieldGroups[group])) }
    const keeps = isSilent(company, group) && sourceOf(known, group)?.provider !== company.provider
    return keeps ? before : pickIdentityFields(company, fieldGroups[group])
  })
  return Object.assign({}, ...parts) as Identity
}

function withoutNulls(fields: Partial<Identity>): Partial<Identity> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
