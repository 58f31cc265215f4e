import type { Mark } from '../../viewer/messages.ts'
import type { FileReading, ReadCode, ReadField } from './reading.queries.ts'

/** Doubtful: it differs, was found fault with, or could mean something else. Good: it is what was typed. */
export function toneOf({ findings, agrees, sure }: ReadField): Mark['tone'] {
  if (findings.length > 0 || agrees === false || !sure) return 'doubt'
  return agrees === true ? 'good' : 'plain'
}

/** Doubtful: wrongly signed, or something else stands beside it. Good: it proves what the page prints. */
export function toneOfCode({ verdict, fields, proves }: ReadCode): Mark['tone'] {
  const differs = fields.some(({ agreement }) => agreement === 'DIFFERS')
  if (verdict === 'INVALID' || differs) return 'doubt'
  return proves ? 'good' : 'plain'
}

/** A mark for each field that has a place, by its number, and then one for each code. */
export function marksOf({ fields, codes }: Pick<FileReading, 'fields' | 'codes'>): Mark[] {
  const ofFields = fields.flatMap((field, id) =>
    field.box === null ? [] : [{ id, page: field.page, ...field.box, tone: toneOf(field) }],
  )
  const ofCodes = codes.map((code, nth) => ({
    id: fields.length + nth,
    page: code.page,
    ...code.box,
    tone: toneOfCode(code),
  }))
  return [...ofFields, ...ofCodes]
}
