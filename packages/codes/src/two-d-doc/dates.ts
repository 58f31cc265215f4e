const dayMs = 86_400_000
const first = Date.UTC(2000, 0, 1)

/** Days since 2000 in four hexadecimal digits, as YYYY-MM-DD; null for “no date” and for anything else. */
export function dayOfCount(text: string): string | null {
  if (!/^[0-9A-F]{4}$/.test(text) || text === 'FFFF') return null
  return new Date(first + Number.parseInt(text, 16) * dayMs).toISOString().slice(0, 10)
}

/** `21112017` as YYYY-MM-DD. */
export function dayOfDigits(text: string): string | null {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  return realDay(`${year}-${month}-${day}`)
}

/** Month, day and year as one number in three bytes. */
export function dayOfBytes(bytes: Uint8Array): string | null {
  const [high = 0, middle = 0, low = 0] = bytes
  const digits = String(high * 65_536 + middle * 256 + low).padStart(8, '0')
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(digits) ?? []
  return realDay(`${year}-${month}-${day}`)
}

function realDay(text: string): string | null {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text
}
