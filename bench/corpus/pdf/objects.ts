// Takes files apart and writes them again, as the programs of forgers do. Only for the plain files that we draw.

export interface Objects {
  /** Each from its number to its end. */
  readonly bodies: ReadonlyMap<number, Buffer>
  readonly root: number
  readonly info: number | null
}

export function takeApart(bytes: Buffer): Objects {
  const text = bytes.toString('latin1')
  const starts = [...text.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].map(([, at]) => Number(at))
  const places = new Map<number, number>()
  // Later tables win over earlier ones.
  for (const start of starts) for (const { num, at } of placesOf(text, start)) places.set(num, at)
  const cuts = [...starts.flatMap((start) => placesOf(text, start).map(({ at }) => at)), ...starts]
  const ends = cuts.toSorted((a, b) => a - b)
  const bodies = [...places].map(([num, at]) => {
    const end = ends.find((other) => other > at) ?? text.length
    return [num, bytes.subarray(at, text.lastIndexOf('endobj', end) + 6)] as const
  })
  const last = text.slice(starts.at(-1))
  const info = /\/Info (\d+) 0 R/.exec(last)?.[1]
  return {
    bodies: new Map(bodies),
    root: Number(/\/Root (\d+) 0 R/.exec(last)?.[1]),
    info: info === undefined ? null : Number(info),
  }
}

function placesOf(text: string, start: number): { num: number; at: number }[] {
  const table = text.slice(start, text.indexOf('trailer', start))
  let next = 0
  return [...table.matchAll(/(\d{10}) \d{5} ([nf])|(\d+) \d+\s/g)].flatMap(([, at, use, first]) => {
    if (first !== undefined) {
      next = Number(first)
      return []
    }
    const num = next++
    return use === 'n' ? [{ num, at: Number(at) }] : []
  })
}

/** All of it in a new file, without a trace of the old one. */
export function writeAnew({ bodies, root, info }: Objects): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  return Buffer.concat([head, ...tailOf(bodies, head.length, trailer({ root, info }))])
}

/** The file as it was, and behind it what takes the place of some of its objects. */
export function appendTo(original: Buffer, changed: ReadonlyMap<number, Buffer>): Buffer {
  const { root, info } = takeApart(original)
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(original.toString('latin1'))?.[1]
  const gap = Buffer.from('\n')
  const at = original.length + gap.length
  return Buffer.concat([original, gap, ...tailOf(changed, at, `${trailer({ root, info })}/Prev ${before}`)])
}

const trailer = ({ root, info }: Pick<Objects, 'root' | 'info'>) =>
  `/Root ${root} 0 R/Size 100000${info === null ? '' : `/Info ${info} 0 R`}`

function tailOf(bodies: ReadonlyMap<number, Buffer>, from: number, words: string): Buffer[] {
  let at = from
  const rows: string[] = []
  const parts = [...bodies].map(([num, body]) => {
    rows.push(`${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    const whole = Buffer.concat([body, Buffer.from('\n')])
    at += whole.length
    return whole
  })
  const table = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<<${words}>>\nstartxref\n${at}\n%%EOF\n`
  return [...parts, Buffer.from(table, 'latin1')]
}

export const objectOf = (num: number, body: string): Buffer =>
  Buffer.from(`${num} 0 obj\n${body}\nendobj`, 'latin1')

export const streamOf = (num: number, contents: string): Buffer =>
  objectOf(num, `<</Length ${contents.length}>>\nstream\n${contents}\nendstream`)

export const textOf = ({ bodies }: Objects, num: number): string => bodies.get(num)?.toString('latin1') ?? ''

/** The numbers of the pages, in their order. */
export function pagesOf(objects: Objects): number[] {
  const top = /\/Pages (\d+) 0 R/.exec(textOf(objects, objects.root))?.[1]
  const under = (num: number): number[] => {
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(textOf(objects, num))?.[1]
    return kids === undefined
      ? [num]
      : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => under(Number(kid)))
  }
  return under(Number(top))
}

/** With one entry more. */
export function withEntry(body: string, entry: string): Buffer {
  return Buffer.from(body.replace('<<', () => `<<${entry} `).trimEnd(), 'latin1')
}

export function nextNumber({ bodies }: Objects): number {
  return Math.max(...bodies.keys()) + 1
}
