import { Type, type TSchema, type TStringOptions } from 'typebox'
import { filledLinePattern, linePattern } from '../kernel/index.ts'
import { namedObject } from './schemas.ts'

/** An id in a path; anything but 1 to 16 digits is answered by ID_INVALID. */
export const pathId = Type.Integer({ minimum: 0 })

/** The id of a record in a body or a query: one that JSON can say and the database can hold. */
export const recordId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * A name, a label, a reference: text of one line, without anything that would make it look like another one. Texts of
 * several lines need no more than what holds for every text (`unfitInText`).
 */
export function singleLine(options: TStringOptions & { maxLength: number }) {
  return Type.String({ pattern: linePattern, ...options })
}

/** One that is not blank. */
export function nonBlankLine(options: TStringOptions & { maxLength: number }) {
  return Type.String({ minLength: 1, pattern: filledLinePattern, ...options })
}

export const dateSchema = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\d$`,
  description: 'YYYY-MM-DD',
  examples: ['2026-03-31'],
})

export const dateTimeSchema = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$`,
  description: 'yyyy-MM-ddTHH:mm:ss.SSS in UTC, without zone',
  examples: ['2026-03-31T08:15:30.000'],
})

/** The three parameters of the event filter; that they come together is checked where they are read. */
export const eventFilterQuery = {
  eventNames: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'Event names separated by commas.' }),
  ),
  eventOccurrenceStartDate: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'First second, yyyy-MM-ddTHH:mm:ss in UTC, with or without Z; included.',
    }),
  ),
  eventOccurrenceEndDate: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Last second, yyyy-MM-ddTHH:mm:ss in UTC, with or without Z; included.',
    }),
  ),
}

/** Asks for what a record was at a past moment. */
export const asOfQuery = {
  asOf: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'What it was at the end of this second, yyyy-MM-ddTHH:mm:ss in UTC, with or without Z, as far as the journal tells.',
    }),
  ),
}

/** Beside a record at a past moment. */
export const pastMembers = {
  asOf: Type.String({ description: 'The second that was asked for.' }),
  notRecorded: Type.Array(Type.String(), {
    description: 'What the journal does not tell of that moment; these fields are left out.',
  }),
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** Beside each row of a list filtered by events: when they first and last matched, and how often. */
export const MatchedEvents = namedObject('MatchedEvents', {
  first: dateTimeSchema,
  last: dateTimeSchema,
  count: Type.Integer(),
})

/** One event of the journal, as the feed, the timelines and webhooks tell it. */
export const EventSchema = namedObject('Event', {
  eventId: Type.Integer(),
  seq: Type.Integer({ description: 'Consecutive within the account, from 1.' }),
  eventName: Type.String({ title: 'EventName' }),
  resourceType: Type.Enum(['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'], { title: 'ResourceType' }),
  resourceId: Type.Integer(),
  thirdpartyId: nullable(Type.Integer()),
  dossierId: nullable(Type.Integer()),
  documentId: nullable(Type.Integer()),
  occurredAt: dateTimeSchema,
  actor: namedObject('Actor', {
    type: Type.Enum(['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER'], { title: 'ActorType' }),
    id: nullable(Type.Integer()),
    name: nullable(Type.String({ description: 'Null once the person was erased.' })),
  }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'What changed, before and after.' }),
  hash: Type.String({ description: 'The link of the chain, SHA-256 in hex.' }),
})
