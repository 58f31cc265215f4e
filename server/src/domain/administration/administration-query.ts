import { Type, type Static } from 'typebox'
import { administrationNames, type AdministrationFilter } from '../../platform/administration/index.ts'
import { AppError, nearest, parseEventSecond } from '../../platform/kernel/index.ts'

const actorTypes = ['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER', 'OPERATOR', 'ANYONE'] as const

const number = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))
const moment = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

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
  from: moment('yyyy-MM-ddTHH:mm:ss in UTC, without zone; included.'),
  to: moment('The same; included to the end of that second.'),
}

const FilterQuery = Type.Object(filterFields)
type Query = Static<typeof FilterQuery>

export function filterOf(query: Query): AdministrationFilter {
  const { actorType = null, actorId = null, subjectType = null, subjectId = null } = query
  if (actorId !== null && actorType === null)
    throw new AppError('FILTER_INCOMPLETE', { missing: 'actorType' })
  if (subjectId !== null && subjectType === null)
    throw new AppError('FILTER_INCOMPLETE', { missing: 'subjectType' })
  const to = parseMoment('to', query.to)
  return {
    names: parseNames(query.names),
    actorType,
    actorId,
    subjectType,
    subjectId,
    from: parseMoment('from', query.from),
    to: to && new Date(to.getTime() + 999),
  }
}

function parseNames(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names = [...new Set(text.split(','))]
  if (names.includes('')) throw new AppError('EVENT_NAMES_EMPTY')
  const known: readonly string[] = administrationNames
  const stranger = names.find((name) => !known.includes(name))
  if (stranger === undefined) return names.toSorted()
  const told = { name: stranger, nearest: nearest(stranger, known) ?? known[0] ?? stranger }
  throw new AppError('EVENT_NAME_UNKNOWN', told, { members: told })
}

function parseMoment(parameter: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const parsed = parseEventSecond(text)
  if (!parsed) throw new AppError('EVENT_DATE_INVALID', { parameter })
  return parsed
}
