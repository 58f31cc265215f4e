const day = /^(\d{4})-(\d{2})-(\d{2})$/
const second = /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)Z?$/

/** yyyy-MM-ddTHH:mm:ss.SSS, always UTC, no zone. */
export function formatDateTime(date: Date): string {
  return inWireYears(date).slice(0, 23)
}

/** yyyy-MM-ddTHH:mm:ss, the form event ranges are asked in. */
export function formatEventSecond(date: Date): string {
  return inWireYears(date).slice(0, 19)
}

/** YYYY-MM-DD of the UTC day. */
export function formatDate(date: Date): string {
  return inWireYears(date).slice(0, 10)
}

/**
 * Strict yyyy-MM-ddTHH:mm:ss in UTC, with or without Z: libraries write the Z, and it changes nothing. Another
 * zone, a fraction or an impossible date is refused.
 */
export function parseEventSecond(text: string): Date | null {
  const [, moment = '', date = ''] = second.exec(text) ?? []
  return parseDate(date) ? new Date(`${moment}Z`) : null
}

/** Strict YYYY-MM-DD, read as midnight UTC. */
export function parseDate(text: string): Date | null {
  if (!day.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  // Date rolls 30 February over to March instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null
}

function inWireYears(date: Date): string {
  const text = date.toISOString()
  // Outside years 0000-9999 the ISO form gains a sign and six digits, which no reader of ours accepts.
  if (text.length !== 24) throw new RangeError(`date out of the years of the wire: ${text}`)
  return text
}
