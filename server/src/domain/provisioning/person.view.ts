import { enterpriseSchema, userSchema } from './protocol/schemas.ts'
import type { Resource } from './protocol/read-resource.ts'
import type { DirectoryPerson, GroupOfPerson } from './people.queries.ts'

/** What is the same of every resource. */
export interface Described {
  readonly scimId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const versionTag = (version: number): string => `W/"${version}"`

export function metaOf(kind: 'User' | 'Group', base: string, described: Described): Resource {
  return {
    resourceType: kind,
    created: described.createdAt.toISOString(),
    lastModified: described.updatedAt.toISOString(),
    location: `${base}/${kind}s/${described.scimId}`,
    version: versionTag(described.version),
  }
}

/** A person as RFC 7643 writes them; `base` is the address of the service. */
export function viewDirectoryPerson(
  person: DirectoryPerson,
  groups: readonly GroupOfPerson[],
  base: string,
): Resource {
  const { resource, scimId } = person
  const schemas = [userSchema.id, ...(enterpriseSchema.id in resource ? [enterpriseSchema.id] : [])]
  return {
    schemas,
    id: scimId,
    ...resource,
    ...(groups.length > 0 && {
      groups: groups.map(({ scimId: value, displayName: display }) => ({
        value,
        $ref: `${base}/Groups/${value}`,
        display,
        type: 'direct',
      })),
    }),
    meta: metaOf('User', base, person),
  }
}
