// Rows as `copy … to stdout` writes them: fields between tabs, `\N` for null, a backslash before what would be mistaken.

export type Fields = readonly (string | null)[]

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function parseField(field: string): string | null {
  if (field === String.raw`\N`) return null
  if (!field.includes('\\')) return field
  return field.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

export function parseRow(line: string): Fields {
  return line.split('\t').map(parseField)
}

export function* rowsIn(content: Buffer): Generator<string> {
  for (let start = 0; start < content.length;) {
    const end = content.indexOf(0x0a, start)
    const stop = end === -1 ? content.length : end
    yield content.toString('utf8', start, stop)
    start = stop + 1
  }
}

export function countLines(content: Buffer): number {
  let rows = 0
  for (let at = content.indexOf(0x0a); at !== -1; at = content.indexOf(0x0a, at + 1)) rows += 1
  return rows
}

/** `\x6162` */
export function parseBytes(field: string | null): Buffer {
  return Buffer.from((field ?? '').slice(2), 'hex')
}

const timePattern = /^(\d+-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** A moment as a session in UTC writes it, and what a JavaScript date cannot hold of it. */
export function parseTime(field: string | null): { date: Date; strayMicroseconds: number | null } {
  const [, day, time, fraction = ''] = timePattern.exec(field ?? '') ?? []
  if (day === undefined) return { date: new Date(Number.NaN), strayMicroseconds: null }
  const digits = fraction.padEnd(6, '0')
  return {
    date: new Date(`${day}T${time}.${digits.slice(0, 3)}Z`),
    strayMicroseconds: Number(digits.slice(3)),
  }
}
