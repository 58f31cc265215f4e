const dayMs = 86_400_000
/** Day 61 is the first of March 1900; the days before it are counted as if 1900 had been a leap year. */
const leapDay = 60
const dayZero = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)
const lastDay = Date.UTC(9999, 11, 31)

/** The number by which a sheet that counts from 1900 knows a moment; null where programs disagree. */
export function serialOf(text: string): number | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|\+00:00)?)?$/.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const at = Date.UTC(year, month - 1, day)
  const isDay = new Date(at).toISOString().startsWith(text.slice(0, 10))
  if (!isDay || hours > 23 || minutes > 59 || seconds > 59) return null
  const whole = (at - dayZero) / dayMs
  if (whole <= leapDay) return null
  const ms = Math.round(Number(`0.${match[7] ?? 0}`) * 1000)
  return whole + (((hours * 60 + minutes) * 60 + seconds) * 1000 + ms) / dayMs
}

/** What a serial number says: a day, or a moment if it has a fraction. Null for one that no calendar has. */
export function dayOfSerial(serial: number, counts: 1900 | 1904): string | null {
  if (!Number.isFinite(serial) || serial < 0) return null
  const whole = Math.floor(serial)
  let at = (counts === 1904 ? dayZeroOf1904 : dayZero) + whole * dayMs
  if (counts === 1900) {
    // The 29th of February 1900, which was none, and "day 0".
    if (whole === leapDay || whole === 0) return null
    if (whole < leapDay) at += dayMs
  }
  if (at > lastDay) return null
  const ms = Math.round((serial - whole) * dayMs)
  const text = new Date(at + ms).toISOString()
  return ms === 0 || ms === dayMs ? text.slice(0, 10) : text.slice(0, 23)
}

/** Whether numbers in this format are shown as days: it names a year, a month, a day or an hour outside quotes. */
export function isDateFormat(code: string): boolean {
  const shown = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    // Hours that run on past 24 are a length of time, colours and conditions are neither.
    .replaceAll(/\[[^\]]*\]/g, '')
  return /[ymdhs]/i.test(shown) && !/^general$/i.test(shown.trim())
}

/** Of the formats that every program knows by number, those that show days. */
export const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
