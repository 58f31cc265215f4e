import type { ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { limits } from './limits.ts'
import { readText } from './text.ts'

export interface TextLine {
  line: number
  text: string
  isLast: boolean
}

/** The lines of a file, blank ones left out. */
export async function* readLines(file: ListFile): AsyncGenerator<TextLine> {
  let [line, rest] = [1, '']
  for await (const piece of readText(file)) {
    const parts = piece.split('\n')
    parts[0] = rest + (parts[0] ?? '')
    rest = parts.pop() ?? ''
    for (const text of parts) {
      if (text.trim() !== '') yield { line, text, isLast: false }
      line += 1
    }
    if (rest.length > limits.recordCharacters) {
      throw new ListFault('TOO_LARGE', 'the line is longer than any honest one', { file: file.name, line })
    }
  }
  if (rest.trim() !== '') yield { line, text: rest, isLast: true }
}
