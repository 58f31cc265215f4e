// Used by pdf-content.ts: which pages are worth drawing to look for codes on them.
import type { Operators } from './pdf-painting.ts'

const pictures = [
  'paintImageXObject',
  'paintImageXObjectRepeat',
  'paintInlineImageXObject',
  'paintInlineImageXObjectGroup',
  'paintImageMaskXObject',
  'paintImageMaskXObjectGroup',
  'paintImageMaskXObjectRepeat',
] as const

/** Frames and lines of a table are fewer; the smallest code is drawn with more squares. */
const fewShapes = 100
/** A square is a move, three lines and the way back: that many numbers of a path. */
const numbersOfSquare = 13

/** Whether a page holds a picture, or so many shapes that they may be the squares of a code. */
export function mayShowCode(
  { fnArray, argsArray }: Operators,
  names: Readonly<Record<string, number>>,
): boolean {
  const painting = new Set(pictures.flatMap((name) => names[name] ?? []))
  const path = names['constructPath']
  let shapes = 0
  for (const [index, code] of fnArray.entries()) {
    if (painting.has(code)) return true
    if (code === path) shapes += Math.max(1, Math.floor(numbersIn(argsArray[index]) / numbersOfSquare))
    if (shapes >= fewShapes) return true
  }
  return false
}

function numbersIn(args: unknown): number {
  const [, data] = (Array.isArray(args) ? args : []) as unknown[]
  const parts = Array.isArray(data) ? (data as unknown[]) : [data]
  return parts.reduce<number>((sum, part) => sum + ((part as { length?: number } | null)?.length ?? 0), 0)
}
