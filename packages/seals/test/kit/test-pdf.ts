import { createHash } from 'node:crypto'
import type { Holder } from './authority.ts'
import { signMessage, stampToken, type MessageWish } from './message.ts'

const room = 16_000

/** What an update must repeat of a document: each body as it stands between its brackets. */
interface Frame {
  readonly root: number
  readonly catalog: string
  readonly page: number
  readonly pageBody: string
  readonly info: { readonly num: number; readonly body: string } | null
}

interface State {
  readonly frame: Frame
  readonly fields: readonly number[]
  readonly next: number
  readonly store: string
}

/** A document that is written, updated and sealed step by step; every step gives a new one. */
export class TestPdf {
  readonly bytes: Buffer
  private readonly frame: Frame
  private readonly fields: readonly number[]
  private readonly next: number
  private readonly store: string

  private constructor(bytes: Buffer, state: State) {
    this.bytes = bytes
    this.frame = state.frame
    this.fields = state.fields
    this.next = state.next
    this.store = state.store
  }

  static write(words = 'Certificate of regularity', pages = 1): TestPdf {
    const nums = Array.from({ length: pages }, (_, i) => 3 + i)
    const frame = {
      root: 1,
      catalog: '/Type/Catalog/Pages 2 0 R',
      page: 3,
      pageBody: `/Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${3 + pages} 0 R`,
      info: null,
    }
    const objects: [number, string][] = [
      [1, `<<${frame.catalog}>>`],
      [2, `<</Type/Pages/Kids[${nums.map((num) => `${num} 0 R`).join(' ')}]/Count ${pages}>>`],
      ...nums.map((num): [number, string] => [num, `<<${frame.pageBody}>>`]),
      [3 + pages, stream(`BT (${words}) Tj ET`)],
    ]
    const empty = { frame, fields: [], next: 4 + pages, store: '' }
    return new TestPdf(Buffer.from('%PDF-1.7\n'), empty).update(objects)
  }

  /** A document that another program wrote, with its objects in plain sight. */
  static open(bytes: Buffer): TestPdf {
    const text = bytes.toString('latin1')
    const trailer = text.slice(text.lastIndexOf('trailer'))
    const numberOf = (key: string) => Number(new RegExp(`/${key} (\\d+)`).exec(trailer)?.[1] ?? 0)
    const lastOf = (pattern: string) => [...text.matchAll(new RegExp(pattern, 'g'))].at(-1)?.[1] ?? ''
    const bodyOf = (num: number) => lastOf(`\\n${num} 0 obj\\s*<<([\\s\\S]*?)>>\\s*endobj`).trim()
    const [root, info] = [numberOf('Root'), numberOf('Info')]
    const page = Number(lastOf('\\n(\\d+) 0 obj\\s*<<\\s*/Type /Page\\s'))
    const frame = {
      root,
      catalog: bodyOf(root),
      page,
      pageBody: bodyOf(page),
      info: info === 0 ? null : { num: info, body: bodyOf(info) },
    }
    return new TestPdf(bytes, { frame, fields: [], next: numberOf('Size'), store: '' })
  }

  /** Saved again with nothing but a note of when, such as `20261106080000Z`. */
  note(time: string): TestPdf {
    const { info } = this.frame
    if (!info) throw new Error('This document has no notes.')
    return this.update([[info.num, `<<${info.body}/ModDate(D:${time})>>`]])
  }

  /** An incremental update with these objects. */
  update(objects: readonly (readonly [number, string])[], extra = ''): TestPdf {
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.bytes.subarray(-200).toString('latin1'))?.[1]
    let at = this.bytes.length
    const places: string[] = []
    const bodies = objects.map(([num, body]) => {
      const whole = Buffer.from(`${num} 0 obj\n${body}\nendobj\n`, 'latin1')
      places.push(`${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
      at += whole.length
      return whole
    })
    const { root, info } = this.frame
    const entries = `/Root ${root} 0 R${info ? `/Info ${info.num} 0 R` : ''}/Size 99999`
    const trailer = `trailer\n<<${entries}${previous ? `/Prev ${previous}` : ''}${extra}>>\n`
    const end = Buffer.from(`xref\n${places.join('')}${trailer}startxref\n${at}\n%%EOF\n`, 'latin1')
    return this.with(Buffer.concat([this.bytes, ...bodies, end]))
  }

  with(bytes: Buffer, state: Partial<State> = {}): TestPdf {
    const { frame, fields, next, store } = this
    return new TestPdf(bytes, { frame, fields, next, store, ...state })
  }

  seal(wish: MessageWish & { readonly dict?: string; readonly subFilter?: string }): TestPdf {
    const dict = `/Type/Sig/SubFilter/${wish.subFilter ?? 'ETSI.CAdES.detached'}${wish.dict ?? ''}`
    return this.sign(dict, (digestOf) => signMessage(digestOf, wish))
  }

  stamp(authority: Holder, time: Date): TestPdf {
    return this.sign('/Type/DocTimeStamp/SubFilter/ETSI.RFC3161', (digestOf) =>
      stampToken(digestOf, { authority, time }),
    )
  }

  /** Adds a field with whatever contents, and a byte range that fits them. */
  sign(dict: string, contentsOf: (digestOf: (name: string) => Buffer) => Buffer): TestPdf {
    const [field, value] = [this.next, this.next + 1]
    const fields = [...this.fields, field]
    const kids = fields.map((num) => `${num} 0 R`).join(' ')
    const blank = this.with(this.bytes, { fields, next: this.next + 2 }).update([
      [this.frame.root, this.catalog(`/AcroForm<</SigFlags 3/Fields[${kids}]>>`)],
      [this.frame.page, `<<${this.frame.pageBody}/Annots[${kids}]>>`],
      [
        field,
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal${field})/Rect[0 0 0 0]/F 132/P ${this.frame.page} 0 R/V ${value} 0 R>>`,
      ],
      [value, `<<${dict}/ByteRange[0 AAAAAAAAA BBBBBBBBB CCCCCCCCC]/Contents<${'0'.repeat(room)}>>>`],
    ])
    const start = blank.bytes.indexOf(`<${'0'.repeat(room)}>`, this.bytes.length)
    const end = start + room + 2
    const number = (size: number) => String(size).padStart(9, '0')
    const ranges = { A: start, B: end, C: blank.bytes.length - end }
    const bytes = Buffer.from(blank.bytes)
    for (const [letter, size] of Object.entries(ranges)) {
      bytes.write(number(size), bytes.indexOf(letter.repeat(9), this.bytes.length), 'latin1')
    }
    const digestOf = (name: string) =>
      createHash(name).update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest()
    bytes.write(contentsOf(digestOf).toString('hex'), start + 1, 'latin1')
    return blank.with(bytes)
  }

  /** Keeps proofs in the document. */
  prove(proofs: {
    certificates: readonly Buffer[]
    crls?: readonly Buffer[]
    ocsps?: readonly Buffer[]
  }): TestPdf {
    let num = this.next
    const objects: [number, string][] = []
    const keep = (all: readonly Buffer[] = []) =>
      all.map((bytes) => {
        objects.push([num, stream(bytes.toString('latin1'))])
        num += 1
        return `${num - 1} 0 R`
      })
    const [certs, crls, ocsps] = [keep(proofs.certificates), keep(proofs.crls), keep(proofs.ocsps)]
    const store = `/DSS<</Certs[${certs.join(' ')}]/CRLs[${crls.join(' ')}]/OCSPs[${ocsps.join(' ')}]>>`
    const proven = this.with(this.bytes, { store, next: num })
    const kids = this.fields.map((each) => `${each} 0 R`).join(' ')
    const catalog = proven.catalog(`/AcroForm<</SigFlags 3/Fields[${kids}]>>`)
    return proven.update([...objects, [this.frame.root, catalog]])
  }

  private catalog(form: string): string {
    return `<<${this.frame.catalog}${form}${this.store}>>`
  }
}

export function stream(contents: string): string {
  return `<</Length ${contents.length}>>stream\n${contents}\nendstream`
}
