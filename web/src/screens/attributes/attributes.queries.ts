import { queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Attribute = Row<'listAttributes'>
export type AttributeScope = Attribute['scope']
export type AttributeType = Attribute['type']

export const scopes = ['THIRD_PARTY', 'DOSSIER'] as const
export const types = [
  'string',
  'boolean',
  'date',
  'decimal',
  'percentage',
  'list_unique',
  'list_multiple',
] as const

export const isList = (type: AttributeType) => type === 'list_unique' || type === 'list_multiple'

export const attributesQuery = (accountId: number, scope: AttributeScope, archived: boolean) =>
  queryOptions({
    queryKey: ['attributes', accountId, scope, archived],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/attributes', { query: { scope, archived }, signal }),
  })
