import { deflateSync } from 'node:zlib'

export interface MadePdf {
  /** Added to the catalogue, such as `/OpenAction 5 0 R`. */
  catalogue?: string
  /** Objects from number 4 on, without their `obj` and `endobj`. */
  objects?: readonly (string | Buffer)[]
  trailer?: string
  header?: string
  /** Between the objects and the table. */
  junk?: string | Buffer
  tail?: string | Buffer
  startxref?: number
  pages?: string
}

/** A small PDF of one page, well formed unless told otherwise. */
export function pdf(made: MadePdf = {}): Buffer {
  const {
    catalogue = '',
    objects = [],
    trailer = '',
    header = '%PDF-1.7\n%âãÏÓ\n',
    junk = '',
    tail = '',
  } = made
  const all: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    made.pages ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ...objects,
  ]
  let body = latin1(header)
  const offsets: number[] = []
  for (const [i, object] of all.entries()) {
    offsets.push(body.length)
    body = Buffer.concat([body, latin1(`${i + 1} 0 obj\n`), latin1(object), latin1('\nendobj\n')])
  }
  body = Buffer.concat([body, latin1(junk)])
  const at = body.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const end = `trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${made.startxref ?? at}\n%%EOF\n`
  return Buffer.concat([body, latin1(table + end), latin1(tail)])
}

export function stream(dictionary: string, data: string | Buffer): Buffer {
  const bytes = latin1(data)
  return Buffer.concat([
    latin1(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin1('\nendstream'),
  ])
}

/** Objects packed into a stream, as PDF 1.5 does; numbers from 100 on. */
export function objectStream(contents: readonly string[], extra = ''): Buffer {
  let body = ''
  const header = contents.map((content, i) => {
    const pair = `${100 + i} ${body.length}`
    body += `${content} `
    return pair
  })
  const first = `${header.join(' ')} `
  const packed = deflateSync(latin1(first + body))
  return stream(
    `/Type /ObjStm /N ${contents.length} /First ${first.length} /Filter /FlateDecode ${extra}`,
    packed,
  )
}

export const latin1 = (text: string | Buffer): Buffer =>
  typeof text === 'string' ? Buffer.from(text, 'latin1') : text
