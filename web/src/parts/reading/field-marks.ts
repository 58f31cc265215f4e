import type { Mark } from '../../viewer/messages.ts'
import type { ReadField } from './reading.queries.ts'

/** Doubtful: it differs, was found fault with, or could mean something else. Good: it is what was typed. */
export function toneOf({ findings, agrees, sure }: ReadField): Mark['tone'] {
  if (findings.length > 0 || agrees === false || !sure) return 'doubt'
  return agrees === true ? 'good' : 'plain'
}

/** A mark for each field that has a place; its number is that of the field. */
export function marksOf(fields: readonly ReadField[]): Mark[] {
  return fields.flatMap((field, id) =>
    field.box === null ? [] : [{ id, page: field.page, ...field.box, tone: toneOf(field) }],
  )
}
