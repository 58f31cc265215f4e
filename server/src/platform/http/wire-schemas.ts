import { Type, type TSchema } from 'typebox'

/** An id in a path; anything but 1 to 16 digits is answered by ID_INVALID. */
export const pathId = Type.Integer({ minimum: 0 })

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
    Type.String({ maxLength: 40, description: 'First second, yyyy-MM-ddTHH:mm:ss in UTC, included.' }),
  ),
  eventOccurrenceEndDate: Type.Optional(
    Type.String({ maxLength: 40, description: 'Last second, yyyy-MM-ddTHH:mm:ss in UTC, included.' }),
  ),
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** Beside each row of a list filtered by events: when they first and last matched, and how often. */
export const MatchedEvents = Type.Object({
  first: dateTimeSchema,
  last: dateTimeSchema,
  count: Type.Integer(),
})
