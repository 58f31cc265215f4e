/** Milliseconds a Retry-After asks to wait, from its seconds or its date; null when it says nothing usable. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse takes almost anything: only the date of the protocol is meant here.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return null
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
