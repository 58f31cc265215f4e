import { sql, type RawBuilder } from 'kysely'
import { plannedAnew, type ReadTx, type Tx } from '../../platform/db/index.ts'
import { groupRows } from './group-rows.ts'
import type { FilterField, FilterRows, FilterSource } from './protocol/filter-sql.ts'
import { isScimId } from './protocol/filter-sql.ts'
import { findAttribute, locateAttribute } from './protocol/locate-attribute.ts'
import type { Resource } from './protocol/read-resource.ts'
import { userKind, type Attribute } from './protocol/schemas.ts'
import { resourceNotFound } from './protocol/scim-error.ts'
import { selectScimPage, type ScimPage, type ScimQuery } from './scim-page.ts'

export interface DirectoryPerson {
  readonly userId: number
  readonly scimId: string
  readonly resource: Resource
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface GroupOfPerson {
  readonly userId: number
  readonly scimId: string
  readonly displayName: string
}

type OfAccount = { readonly accountId: number }

const columns = sql`p.user_id as "userId", p.scim_id as "scimId", p.resource, p.version,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`

export async function getDirectoryPerson(
  tx: ReadTx,
  { accountId }: OfAccount,
  scimId: string,
): Promise<DirectoryPerson> {
  if (!isScimId(scimId)) throw resourceNotFound('User', scimId)
  const { rows } = await sql<DirectoryPerson>`
    select ${columns} from directory_person p
    where p.account_id = ${accountId} and p.scim_id = ${scimId}::uuid`.execute(tx)
  const [person] = rows
  if (!person) throw resourceNotFound('User', scimId)
  return person
}

/** The caller holds the directory, so nobody else changes them meanwhile; somebody may still put them out by hand. */
export async function lockDirectoryPerson(
  tx: Tx,
  scope: OfAccount,
  scimId: string,
): Promise<DirectoryPerson> {
  const { userId } = await getDirectoryPerson(tx, scope, scimId)
  const { rows } = await sql<DirectoryPerson>`
    select ${columns} from directory_person p
    where p.account_id = ${scope.accountId} and p.user_id = ${userId} for update`.execute(tx)
  const [person] = rows
  if (!person) throw resourceNotFound('User', scimId)
  return person
}

export async function groupsOfPeople(
  tx: ReadTx,
  { accountId }: OfAccount,
  userIds: readonly number[],
): Promise<Map<number, GroupOfPerson[]>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<GroupOfPerson>`
    select gm.user_id as "userId", g.scim_id as "scimId", g.display_name as "displayName"
    from directory_group_member gm
    join directory_group g on g.account_id = gm.account_id and g.group_id = gm.group_id
    where gm.account_id = ${accountId} and gm.user_id = any(${[...userIds]}::bigint[])
    order by g.group_id`.execute(tx)
  return groupRows(rows, ({ userId }) => userId)
}

/** A page costs what it holds: only the numbers of its people are looked for in the whole directory. */
export async function listDirectoryPeople(
  tx: ReadTx,
  { accountId }: OfAccount,
  query: ScimQuery,
): Promise<ScimPage<DirectoryPerson>> {
  const { ids, total } = await selectScimPage(tx, query, {
    from: sql`directory_person p`,
    id: sql`p.user_id`,
    account: sql`p.account_id = ${accountId}`,
    source: peopleSource,
  })
  if (ids.length === 0) return { rows: [], total }
  const { rows } = await sql<DirectoryPerson>`${plannedAnew}
    select ${columns} from directory_person p
    where p.account_id = ${accountId} and p.user_id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], p.user_id)`.execute(tx)
  return { rows, total }
}

const own: Readonly<Record<string, FilterField>> = {
  id: { type: 'uuid', value: sql`p.scim_id` },
  externalId: { type: 'exact', value: sql`p.external_id` },
  userName: { type: 'folded', value: sql`p.user_name` },
  active: { type: 'boolean', value: sql`coalesce((p.resource ->> 'active')::boolean, true)` },
  'meta.created': { type: 'moment', value: sql`p.created_at` },
  'meta.lastModified': { type: 'moment', value: sql`p.updated_at` },
}

const rowsOfGroups: FilterRows = {
  type: 'rows',
  from: sql`directory_group_member fm
    join directory_group fg on fg.account_id = fm.account_id and fg.group_id = fm.group_id
    where fm.account_id = p.account_id and fm.user_id = p.user_id`,
  field: (part) => {
    if (part.toLowerCase() === 'value') return { type: 'uuid', value: sql`fg.scim_id` }
    return part.toLowerCase() === 'display' ? { type: 'text', value: sql`fg.display_name` } : null
  },
}

/** Where the attributes of people are found. */
export const peopleSource: FilterSource = (path) => {
  const place = locateAttribute(userKind, path)
  if (!place || place.attribute.dropped) return null
  const { extension, attribute, part } = place
  const known = extension === null ? own[part ? `${attribute.name}.${part.name}` : attribute.name] : undefined
  if (known) return known
  if (attribute.name === 'meta') return null
  if (attribute.name === 'groups') return part ? null : rowsOfGroups
  const holder = extension === null ? sql`p.resource` : sql`p.resource -> ${extension}::text`
  if (attribute.multiValued) return part ? null : valueRows(holder, attribute)
  if (part === null) return fieldIn(holder, attribute)
  return fieldIn(sql`${holder} -> ${attribute.name}::text`, part)
}

function valueRows(holder: RawBuilder<unknown>, { name, parts = [] }: Attribute): FilterRows {
  return {
    type: 'rows',
    from: sql`jsonb_array_elements(coalesce(${holder} -> ${name}::text, '[]'::jsonb)) as each_value (item) where true`,
    field: (part) => {
      const found = findAttribute(parts, part)
      return found && fieldIn(sql`each_value.item`, found)
    },
  }
}

function fieldIn(holder: RawBuilder<unknown>, { name, type, caseExact }: Attribute): FilterField {
  const text = sql`(${holder} ->> ${name}::text)`
  if (type === 'boolean') return { type: 'boolean', value: sql`${text}::boolean` }
  return { type: caseExact ? 'exact' : 'text', value: text }
}
