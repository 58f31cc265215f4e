import { PdfString, type PdfValue } from '../pdf/values.ts'

const form = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+-])(\d{2})'?(\d{2})?'?|Z.*)?$/

/** `D:20240731092548+02'00'`; null for anything else. */
export function readPdfDate(value: PdfValue): Date | null {
  const match = value instanceof PdfString ? form.exec(value.bytes.toString('latin1')) : null
  if (!match) return null
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => match[i])
  const written = `${year}-${month ?? '01'}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === '-' ? -1 : 1)
  const time = Date.parse(written) - offset * 60_000
  return Number.isNaN(time) ? null : new Date(time)
}
