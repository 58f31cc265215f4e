import { Type, type Static } from 'typebox'
import { EventSchema, nullable, pageQuery, namedObject, recordId } from '../../../platform/http/index.ts'
import { namesQuery } from '../event-names-query.ts'

const id = Type.Optional(recordId)
const timeParameter = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))
const { size, cursor } = pageQuery()

export const LatestQuery = Type.Object({
  names: namesQuery,
  thirdpartyId: id,
  dossierId: id,
  documentId: id,
  from: timeParameter(
    'First second, yyyy-MM-ddTHH:mm:ss in UTC, with or without Z, or the first day, YYYY-MM-DD.',
  ),
  to: timeParameter('Last second, or the last day, both included.'),
  actorType: Type.Optional(Type.Enum(['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER'])),
  actorId: id,
  size,
  cursor,
})
export type LatestQuery = Static<typeof LatestQuery>

/** What an event is about, as it is called today; null where nothing is there any more, or never was. */
export const Subject = namedObject('EventSubject', {
  thirdpartyName: nullable(Type.String()),
  dossierType: nullable(Type.Object({ code: Type.String(), label: Type.String() })),
  documentName: nullable(Type.String()),
})
export type Subject = Static<typeof Subject>

export const LatestAnswer = Type.Object({
  content: Type.Array(
    Type.Object({
      ...EventSchema.properties,
      subject: Type.Object(Subject.properties, { description: 'What it is about, by its present name.' }),
    }),
  ),
  next: nullable(
    Type.String({ description: 'While it is not null there may be more, also when content is short.' }),
  ),
})
