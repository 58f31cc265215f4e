import { Type, type Static } from 'typebox'
import { administrationNames, type AdministrationFilter } from '../../platform/administration/index.ts'
import { parseSecond, splitNames, unknownName } from '../../platform/journal/index.ts'
import { AppError } from '../../platform/kernel/index.ts'

const actorTypes = [
  'USER',
  'CONTACT',
  'API_CLIENT',
  'JOB',
  'PROVIDER',
  'DIRECTORY',
  'OPERATOR',
  'ANYONE',
] as const

const number = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))
const timeParameter = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

/** What the list and the export can be narrowed by. */
export const filterFields = {
  names: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'Names of entries separated by commas; all when absent.' }),
  ),
  actorType: Type.Optional(Type.Enum([...actorTypes])),
  actorId: number('Together with actorType: whose acts.'),
  subjectType: Type.Optional(
    Type.String({ pattern: '^[A-Z][A-Z_]{2,31}$', description: 'Such as WEBHOOK.' }),
  ),
  subjectId: number('Together with subjectType: what it was done to.'),
  from: timeParameter('yyyy-MM-ddTHH:mm:ss in UTC, with or without Z; included.'),
  to: timeParameter('The same; included to the end of that second.'),
}

const FilterQuery = Type.Object(filterFields)
type Query = Static<typeof FilterQuery>

export function parseEntryFilter(query: Query): AdministrationFilter {
  const { actorType = null, actorId = null, subjectType = null, subjectId = null } = query
  if (actorId !== null && actorType === null)
    throw new AppError('FILTER_INCOMPLETE', { missing: 'actorType' })
  if (subjectId !== null && subjectType === null)
    throw new AppError('FILTER_INCOMPLETE', { missing: 'subjectType' })
  const to = query.to === undefined ? null : parseSecond('to', query.to)
  return {
    names: parseNames(query.names),
    actorType,
    actorId,
    subjectType,
    subjectId,
    from: query.from === undefined ? null : parseSecond('from', query.from),
    to: to && new Date(to.getTime() + 999),
  }
}

function parseNames(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names = [...new Set(splitNames(text))]
  const known: readonly string[] = administrationNames
  const stranger = names.find((name) => !known.includes(name))
  if (stranger !== undefined) throw unknownName(stranger, known)
  return names.toSorted()
}
