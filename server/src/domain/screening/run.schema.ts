import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'

const listClass = Type.Enum(['SANCTIONS', 'EXPOSED_PERSONS', 'OWN'])

/** A screening and what it was made with. */
export const RunRecord = namedObject('ScreeningRun', {
  runId: Type.Integer(),
  thirdpartyId: nullable(
    Type.Integer({ description: 'Null: the whole portfolio against what was new in a list.' }),
  ),
  trigger: Type.Enum([
    'ADDED',
    'SUBJECT_CHANGED',
    'LIST_CHANGED',
    'DAILY',
    'SETTINGS_CHANGED',
    'REQUESTED',
    'NEWS',
  ]),
  lists: Type.Array(
    Type.Object({
      listId: Type.Integer(),
      source: Type.String(),
      listClass,
      name: Type.String(),
      version: Type.Integer(),
      entries: Type.Integer(),
      publishedOn: nullable(Type.String()),
      digest: Type.String({ description: 'SHA-256 of its files.' }),
      confirmedOn: Type.String(),
    }),
  ),
  missing: Type.Array(
    Type.Object({ source: Type.String(), listClass, why: Type.Enum(['ABSENT', 'TOO_OLD']) }),
    { description: 'Lists that were not there.' },
  ),
  threshold: Type.Number(),
  engineVersion: Type.String(),
  subjects: Type.Integer({ description: 'How many people and companies were compared.' }),
  matches: Type.Integer({ description: 'Pairs at or above the threshold, those decided before included.' }),
  opened: Type.Integer({ description: 'Hits that it opened, or opened again.' }),
  ranAt: dateTimeSchema,
})
export type RunRow = Static<typeof RunRecord>
