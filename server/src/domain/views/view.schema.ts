import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable, nonBlankLine } from '../../platform/http/index.ts'

export const ViewBody = Type.Object({
  list: Type.Enum(['thirdparties'], { description: 'The list it is a view of.' }),
  name: nonBlankLine({ maxLength: 80 }),
  shared: Type.Optional(
    Type.Boolean({ description: 'For everyone in the account, which takes manage; otherwise one’s own.' }),
  ),
  filters: Type.Record(Type.String(), Type.String({ maxLength: 1_000 }), {
    maxProperties: 40,
    propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_.]{0,99}$' },
    description: 'Query parameters of the list by name, without those that choose a page or an order.',
  }),
  sort: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  columns: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 60,
        description: 'What a page shows of each row, in that order; null leaves it to the page.',
      }),
    ),
  ),
})
export type ViewBody = Static<typeof ViewBody>

export const ViewRecord = Type.Object(
  {
    viewId: Type.Integer(),
    list: Type.Enum(['thirdparties']),
    name: Type.String(),
    shared: Type.Boolean(),
    filters: Type.Record(Type.String(), Type.String()),
    sort: nullable(Type.String()),
    columns: nullable(Type.Array(Type.String())),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  },
  { title: 'SavedView' },
)
export type ViewRecord = Static<typeof ViewRecord>
