const wireTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?)?$/

/**
 * A time of the service, which writes UTC without naming a zone: `new Date('2026-11-15T21:00:00.000')` would take it
 * for local time. Days begin at midnight UTC.
 */
export function parseTime(text: string): Date {
  const isDay = text.length === 10
  const time = new Date(isDay || text.endsWith('Z') ? text : `${text}Z`)
  if (!wireTime.test(text) || Number.isNaN(time.getTime()))
    throw new RangeError(`Not a time of the service: ${text}`)
  return time
}

/** As parameters of the service take it: UTC, to the second. */
export function formatTime(time: Date): string {
  return time.toISOString().slice(0, 19)
}
