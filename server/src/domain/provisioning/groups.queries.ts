import { sql } from 'kysely'
import { plannedAnew, type ReadTx, type Tx } from '../../platform/db/index.ts'
import { groupRows } from './group-rows.ts'
import { isScimId, type FilterField, type FilterRows, type FilterSource } from './protocol/filter-sql.ts'
import { locateAttribute } from './protocol/locate-attribute.ts'
import type { Resource } from './protocol/read-resource.ts'
import { groupKind, groupSchema } from './protocol/schemas.ts'
import { resourceNotFound } from './protocol/scim-error.ts'
import { metaOf } from './person.view.ts'
import { selectScimPage, type ScimPage, type ScimQuery } from './scim-page.ts'

export interface DirectoryGroup {
  readonly groupId: number
  readonly scimId: string
  readonly displayName: string
  readonly externalId: string | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface GroupMember {
  readonly groupId: number
  readonly userId: number
  readonly scimId: string
  readonly display: string
}

type OfAccount = { readonly accountId: number }

const columns = sql`g.group_id as "groupId", g.scim_id as "scimId", g.display_name as "displayName",
  g.external_id as "externalId", g.version, g.created_at as "createdAt", g.updated_at as "updatedAt"`

export async function getDirectoryGroup(
  tx: ReadTx,
  { accountId }: OfAccount,
  scimId: string,
): Promise<DirectoryGroup> {
  if (!isScimId(scimId)) throw resourceNotFound('Group', scimId)
  const { rows } = await sql<DirectoryGroup>`
    select ${columns} from directory_group g
    where g.account_id = ${accountId} and g.scim_id = ${scimId}::uuid`.execute(tx)
  const [group] = rows
  if (!group) throw resourceNotFound('Group', scimId)
  return group
}

export async function listDirectoryGroups(
  tx: ReadTx,
  { accountId }: OfAccount,
  query: ScimQuery,
): Promise<ScimPage<DirectoryGroup>> {
  const { ids, total } = await selectScimPage(tx, query, {
    from: sql`directory_group g`,
    id: sql`g.group_id`,
    account: sql`g.account_id = ${accountId}`,
    source: groupsSource,
  })
  if (ids.length === 0) return { rows: [], total }
  const { rows } = await sql<DirectoryGroup>`${plannedAnew}
    select ${columns} from directory_group g
    where g.account_id = ${accountId} and g.group_id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], g.group_id)`.execute(tx)
  return { rows, total }
}

export async function membersOfGroups(
  tx: ReadTx,
  { accountId }: OfAccount,
  groupIds: readonly number[],
): Promise<Map<number, GroupMember[]>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<GroupMember>`
    select gm.group_id as "groupId", gm.user_id as "userId", p.scim_id as "scimId",
      coalesce(p.resource ->> 'displayName', p.user_name) as display
    from directory_group_member gm
    join directory_person p on p.account_id = gm.account_id and p.user_id = gm.user_id
    where gm.account_id = ${accountId} and gm.group_id = any(${[...groupIds]}::bigint[])
    order by gm.group_id, gm.user_id`.execute(tx)
  return groupRows(rows, ({ groupId }) => groupId)
}

/** The numbers of people whom a group names; held, so that nobody puts them out meanwhile. */
export async function lockNamedPeople(
  tx: Tx,
  { accountId }: OfAccount,
  scimIds: readonly string[],
): Promise<Map<string, number>> {
  if (scimIds.length === 0) return new Map()
  const { rows } = await sql<{ scimId: string; userId: number }>`
    select p.scim_id as "scimId", p.user_id as "userId" from directory_person p
    where p.account_id = ${accountId} and p.scim_id = any(${[...scimIds]}::uuid[])
    order by p.user_id for key share`.execute(tx)
  return new Map(rows.map(({ scimId, userId }) => [scimId, userId]))
}

/** A group as RFC 7643 writes it; without its members where they were not asked for. */
export function viewDirectoryGroup(
  group: DirectoryGroup,
  members: readonly GroupMember[] | null,
  base: string,
): Resource {
  const { scimId, displayName, externalId } = group
  return {
    schemas: [groupSchema.id],
    id: scimId,
    displayName,
    ...(externalId !== null && { externalId }),
    ...(members !== null && {
      members: members.map(({ scimId: value, display }) => ({
        value,
        $ref: `${base}/Users/${value}`,
        type: 'User',
        display,
      })),
    }),
    meta: metaOf('Group', base, group),
  }
}

const own: Readonly<Record<string, FilterField>> = {
  id: { type: 'uuid', value: sql`g.scim_id` },
  externalId: { type: 'exact', value: sql`g.external_id` },
  displayName: { type: 'text', value: sql`g.display_name` },
  'meta.created': { type: 'moment', value: sql`g.created_at` },
  'meta.lastModified': { type: 'moment', value: sql`g.updated_at` },
}

const memberParts: Readonly<Record<string, FilterField>> = {
  value: { type: 'uuid', value: sql`fp.scim_id` },
  display: { type: 'text', value: sql`coalesce(fp.resource ->> 'displayName', fp.user_name)` },
  type: { type: 'text', value: sql`'User'::text` },
}

const rowsOfMembers: FilterRows = {
  type: 'rows',
  from: sql`directory_group_member fm
    join directory_person fp on fp.account_id = fm.account_id and fp.user_id = fm.user_id
    where fm.account_id = g.account_id and fm.group_id = g.group_id`,
  field: (part) => memberParts[part.toLowerCase()] ?? null,
}

/** Where the attributes of groups are found. */
const groupsSource: FilterSource = (path) => {
  const place = locateAttribute(groupKind, path)
  if (!place) return null
  const { attribute, part } = place
  if (attribute.name === 'members') return part ? null : rowsOfMembers
  return own[part ? `${attribute.name}.${part.name}` : attribute.name] ?? null
}
