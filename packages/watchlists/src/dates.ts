const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `1970`, `1970-05` or `1970-05-12`, as far as the parts make sense. */
export function dateOfParts(year: number, month = 0, day = 0): string | undefined {
  if (!Number.isInteger(year) || year < 1000 || year > 2200) return undefined
  if (!Number.isInteger(month) || month < 1 || month > 12) return String(year)
  const yearMonth = `${year}-${twoDigits(month)}`
  const isDay = Number.isInteger(day) && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isDay ? `${yearMonth}-${twoDigits(day)}` : yearMonth
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

export function spanOfYears(from: number, to: number): string | undefined {
  const [first, last] = [dateOfParts(Math.min(from, to)), dateOfParts(Math.max(from, to))]
  if (first === undefined || last === undefined) return undefined
  return first === last ? first : `${first}/${last}`
}

export const about = (date: string): string => (/[~/]/.test(date) ? date : `~${date}`)

/**
 * Reads a date as the lists write it: `31 Aug 1960`, `Aug. 1960`, `1960`, `1960-08-31`, `31/08/1960`, `dd/mm/1960`,
 * `circa 1961`, `1955 to 1958`, `between 1955 and 1958`.
 */
export function readDate(text: string): string | undefined {
  const clean = text.trim().replaceAll(/\s+/g, ' ')
  const circa = /^(?:circa|c\.|approximately|approx\.?|about|vers|environ|~)\s?/i.exec(clean)
  if (circa) {
    const date = readDate(clean.slice(circa[0].length))
    return date === undefined ? undefined : about(date)
  }
  const span = /^(?:between |from )?(.+?)(?: to | and |\/(?=\d{4}$))(.+)$/i.exec(clean)
  if (span) return readSpan(span[1] ?? '', span[2] ?? '') ?? readSingle(clean)
  const years = /^(\d{4})\s?[-–]\s?(\d{4})$/.exec(clean)
  return years ? spanOfYears(Number(years[1]), Number(years[2])) : readSingle(clean)
}

function readSpan(from: string, to: string): string | undefined {
  const [first, last] = [readSingle(from), readSingle(to)]
  if (first === undefined || last === undefined) return undefined
  return spanOfYears(Number(first.slice(0, 4)), Number(last.slice(0, 4)))
}

function readSingle(text: string): string | undefined {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:T.*)?)?)?$/.exec(text)
  if (iso) return dateOfParts(Number(iso[1]), Number(iso[2] ?? 0), Number(iso[3] ?? 0))
  // Missing parts stand as letters or zeros: dd/mm/1965.
  const slashes = /^(\d{1,2}|[a-z]{2})[/.-](\d{1,2}|[a-z]{2})[/.-](\d{4})$/i.exec(text)
  if (slashes) return dateOfParts(Number(slashes[3]), Number(slashes[2]), Number(slashes[1]))
  const words = /^(?:(\d{1,2})[ -])?([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text)
  const month = months.indexOf((words?.[2] ?? '').slice(0, 3).toLowerCase()) + 1
  return words && month > 0 ? dateOfParts(Number(words[3]), month, Number(words[1] ?? 0)) : undefined
}

/** The day within any longer writing of it, such as a time stamp or a date with its time zone. */
export function readDay(text: string | undefined): string | undefined {
  const [day = ''] = (text ?? '').trim().split(/[T ](?=\d{1,2}:)|Z$|[+-]\d\d:\d\d$/)
  const date = readDate(day)
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined
}
