import { RegisterFileError } from './register-file-error.ts'
import { rowsAtOnce, type RegisterFile, type Rows, type Text, type Values } from './register-rows.ts'

type JsonObject = Readonly<Record<string, unknown>>

const longestObject = 5 * 1024 * 1024

/** A list of objects, or one object a line: either way the objects are cut out one by one. */
export async function jsonFile(text: Text): Promise<RegisterFile> {
  for await (const { object } of objectsOf(text)) {
    return { columns: Object.keys(object), rows: (wanted, from) => rowsOf(text, wanted, from) }
  }
  throw new RegisterFileError('The file is empty.')
}

async function* rowsOf(text: Text, wanted: readonly string[], from: number): AsyncGenerator<Rows> {
  let values: Values[] = []
  let position = 0
  for await (const { object, bytes } of objectsOf(text)) {
    position += 1
    if (position <= from) continue
    values.push(wanted.map((column) => jsonText(object[column])))
    if (values.length < rowsAtOnce) continue
    yield { values, position, share: Math.min(1, bytes / text.bytes) }
    values = []
  }
  if (values.length > 0) yield { values, position, share: 1 }
}

function jsonText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function* objectsOf(text: Text): AsyncGenerator<{ object: JsonObject; bytes: number }> {
  const cutter = objectCutter()
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of await text.stream()) {
    bytes += (chunk as Buffer).length
    for (const piece of cutter.cut(decoder.decode(chunk as Buffer, { stream: true }))) {
      yield { object: parseItem(piece), bytes }
    }
  }
  if (cutter.isWithin()) throw new RegisterFileError('The file ends in the middle of an object.')
}

function parseItem(piece: string): JsonObject {
  try {
    return JSON.parse(piece) as JsonObject
  } catch (error) {
    throw new RegisterFileError(`The file holds something that is not JSON: ${piece.slice(0, 80)}`, {
      cause: error,
    })
  }
}

/** Finds where the outermost objects begin and end; braces inside strings do not count. */
function objectCutter() {
  let [depth, inString, escaped] = [0, false, false]
  let buffered = ''
  return {
    isWithin: () => depth > 0,
    *cut(chunk: string): Generator<string> {
      let start = 0
      for (let i = 0; i < chunk.length; i += 1) {
        const sign = chunk[i]
        if (escaped) escaped = false
        else if (inString && sign === '\\') escaped = true
        else if (sign === '"') inString = depth > 0 && !inString
        else if (inString) continue
        else if (sign === '{' && depth++ === 0) start = i
        else if (sign === '}' && --depth === 0) {
          yield buffered + chunk.slice(start, i + 1)
          buffered = ''
        }
      }
      if (depth === 0) return
      buffered += chunk.slice(start)
      if (buffered.length > longestObject)
        throw new RegisterFileError('The file holds an object without end.')
    },
  }
}
