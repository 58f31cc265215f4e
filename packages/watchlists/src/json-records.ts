import type { ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { refuseCrowd } from './held.ts'
import { limits } from './limits.ts'
import { readText } from './text.ts'

export interface JsonRecord {
  line: number
  value: unknown
}

/**
 * The objects in the array that stands `depth` levels deep in a JSON file, one by one. What is left of the file without
 * them is parsed at the end, so that a file which is cut or damaged anywhere is known, and handed to `onRest`.
 */
export async function* readJsonRecords(
  file: ListFile,
  depth: number,
  onRest: (rest: unknown) => void,
): AsyncGenerator<JsonRecord> {
  let [rest, record] = ['', '']
  let [level, line, startLine] = [0, 1, 1]
  let [isInText, isEscaped] = [false, false]
  for await (const piece of readText(file)) {
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at]
      if (sign === '\n') line += 1
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isInText = false
      } else if (sign === '"') isInText = true
      else if (sign === '{' || sign === '[') {
        if (level === depth && sign === '{') {
          rest += `${piece.slice(from, at)}0`
          from = at
          startLine = line
        }
        level += 1
      } else if (sign === '}' || sign === ']') {
        level -= 1
        if (level !== depth || sign !== '}') continue
        yield { line: startLine, value: parseJson(file, record + piece.slice(from, at + 1), startLine) }
        record = ''
        from = at + 1
      }
    }
    if (level > depth) record += piece.slice(from)
    else rest += piece.slice(from)
    if (record.length > limits.recordCharacters || rest.length > limits.recordCharacters) {
      throw new ListFault('TOO_LARGE', 'one entry is larger than any honest one', { file: file.name, line })
    }
  }
  if (level > 0 || isInText) {
    throw new ListFault('TRUNCATED', 'the file ends before what it opened is closed', {
      file: file.name,
      line,
    })
  }
  onRest(parseJson(file, rest, line))
}

export function parseJson(file: ListFile, text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ListFault('MALFORMED', 'this is not valid JSON', { file: file.name, line }, { cause: error })
  }
}

/** A value of an object that came from outside, whatever it is. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name)
  return typeof field === 'string' || typeof field === 'number' ? String(field) : ''
}

export function listOf(value: unknown, name: string): unknown[] {
  const field = fieldOf(value, name)
  if (!Array.isArray(field)) return []
  refuseCrowd(field)
  return field
}
