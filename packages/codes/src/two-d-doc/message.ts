import { fieldOf, type Field } from './fields.ts'
import { lengthOf } from './lengths.ts'

/** Ends a value; a value that was cut off; and begins the signature. */
export const marks = { end: '\u001d', cut: '\u001e', signature: '\u001f' } as const

export interface Message {
  readonly fields: readonly Field[]
  /** False: something in it is not known, and what follows it up to the next mark was not read. */
  readonly isWhole: boolean
  /** Where values of a fixed length end without a mark: encoders differ about whether they signed one there. */
  readonly unmarked: readonly number[]
}

interface Walk {
  readonly fields: Field[]
  readonly unmarked: number[]
  isWhole: boolean
}

const isMark = (sign: string | undefined) => sign === marks.end || sign === marks.cut

/** Two signs that say what follows, and the value, again and again. */
export function readMessage(text: string, perimeter: string): Message {
  const walk: Walk = { fields: [], unmarked: [], isWhole: true }
  for (let at = 0; at < text.length;) at = isMark(text[at]) ? at + 1 : readOne(text, at, perimeter, walk)
  return walk
}

function readOne(text: string, at: number, perimeter: string, walk: Walk): number {
  const id = text.slice(at, at + 2)
  const start = at + 2
  // Other perimeters have words of their own.
  const length = perimeter === '01' ? lengthOf(id) : undefined
  const marked = nextMark(text, start)
  const end = length === undefined ? marked : Math.min(marked, start + length.most)
  const value = text.slice(start, end)
  const isDamaged = length === undefined || (length.isFixed && value.length < length.most)
  if (isDamaged) walk.isWhole = false
  else {
    const field = fieldOf(id, value, text[end] === marks.cut)
    if (field) walk.fields.push(field)
    if (length.isFixed && end < text.length && !isMark(text[end])) walk.unmarked.push(end)
  }
  return Math.max(end, start)
}

function nextMark(text: string, from: number): number {
  const places = [marks.end, marks.cut].map((mark) => text.indexOf(mark, from)).filter((at) => at !== -1)
  return Math.min(text.length, ...places)
}
