import { appendFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** From where in the product a statement was run: the file that asked, below it the machinery of the database. */
export interface RecordedPlace {
  text: string
  place: string
}

const root = path.resolve(import.meta.dirname, '../../..')
const deepest = 60
/** Everything passes through these; who asked stands above them. */
const machinery = /^server\/src\/(?:platform\/(?:db|lists)\/|platform\/kernel\/tracing\.ts|otlp-recorder\.ts)/
const isTest = (file: string) => file.startsWith('server/test/') || /\.(test|proof)\.ts$/.test(file)

function askedFrom(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = deepest
  const { stack = '' } = new Error('who asks')
  Error.stackTraceLimit = stackTraceLimit
  const files = stack
    .split('\n')
    .flatMap((line) => /((?:\/|file:\/\/)[^\s():]+\.ts)\b/.exec(line)?.[1] ?? [])
    .map((file) => path.relative(root, file.replace(/^file:\/\//, '')))
    .filter((file) => file.startsWith('server/') && !file.endsWith('record-places.ts'))
  return files.find((file) => !machinery.test(file)) ?? files[0]
}

/** Writes down once for each statement which file of the product runs it; what tests ask themselves is left out. */
export function recordPlaces(file: string): () => void {
  const known = new Set<string>()
  const client = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown }
  const { query } = client
  client.query = function (this: unknown, ...all) {
    const [first] = all as [{ text?: string } | string | undefined]
    const text = typeof first === 'string' ? first : first?.text
    if (text !== undefined && !known.has(text)) {
      const place = askedFrom()
      if (place !== undefined && !isTest(place)) {
        known.add(text)
        const line: RecordedPlace = { text, place }
        appendFileSync(file, `${JSON.stringify(line)}\n`)
      }
    }
    return query.apply(this, all)
  }
  return () => Object.assign(client, { query })
}
