import { createHash } from 'node:crypto'
import { issue, ocspAnswer, revocationList, type Holder } from '../../../packages/seals/test/kit/authority.ts'
import { signMessage } from '../../../packages/seals/test/kit/message.ts'
import { appendTo, nextNumber, objectOf, pagesOf, streamOf, takeApart, textOf, withEntry } from './objects.ts'

export interface Sealers {
  /** Whom the installation trusts. */
  readonly root: Holder
  readonly office: Holder
  readonly clock: Holder
  /** Names itself like the office. */
  readonly impostor: Holder
}

const timeStamping = '1.3.6.1.5.5.7.3.8'

/** A test authority with keys of its own, made anew each time. */
export function openAuthority(): Sealers {
  const root = issue({ name: 'Autorité fictive', isAuthority: true })
  return {
    root,
    office: issue({ name: 'Office fictif', issuer: root }),
    clock: issue({ name: 'Horloge fictive', issuer: root, purpose: timeStamping }),
    impostor: issue({ name: 'Office fictif' }),
  }
}

export type Level = 'B-B' | 'B-T' | 'B-LT'

interface Wish {
  readonly signer: Holder
  readonly sealers: Sealers
  readonly level: Level
  readonly at: Date
}

const room = 20_000

/** The file with a seal over all of it. */
export function seal(bytes: Buffer, { signer, sealers, level, at }: Wish): Buffer {
  const objects = takeApart(bytes)
  const [field, value] = [nextNumber(objects), nextNumber(objects) + 1]
  const [page = 0] = pagesOf(objects)
  const body = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 AAAAAAAAA BBBBBBBBB CCCCCCCCC]/Contents<${'0'.repeat(room)}>>>`
  const widget = `<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/Rect[0 0 0 0]/F 132/P ${page} 0 R/V ${value} 0 R>>`
  const blank = appendTo(
    bytes,
    new Map([
      [
        objects.root,
        withEntry(textOf(objects, objects.root), `/AcroForm<</SigFlags 3/Fields[${field} 0 R]>>`),
      ],
      [page, withEntry(textOf(objects, page), `/Annots[${field} 0 R]`)],
      [field, objectOf(field, widget)],
      [value, objectOf(value, body)],
    ]),
  )
  const signed = fillIn(blank, bytes.length, (digestOf) =>
    signMessage(digestOf, {
      signer,
      ...(level === 'B-B' ? {} : { stampedBy: { authority: sealers.clock, time: at } }),
    }),
  )
  return level === 'B-LT' ? withProofs(signed, sealers, at) : signed
}

function fillIn(
  blank: Buffer,
  from: number,
  contents: (digestOf: (name: string) => Buffer) => Buffer,
): Buffer {
  const bytes = Buffer.from(blank)
  const start = bytes.indexOf(`<${'0'.repeat(room)}>`, from)
  const end = start + room + 2
  const ranges = { A: start, B: end, C: bytes.length - end }
  for (const [letter, size] of Object.entries(ranges))
    bytes.write(String(size).padStart(9, '0'), bytes.indexOf(letter.repeat(9), from), 'latin1')
  const digestOf = (name: string) =>
    createHash(name).update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest()
  bytes.write(contents(digestOf).toString('hex'), start + 1, 'latin1')
  return bytes
}

/** What proves later that nothing was revoked. */
function withProofs(bytes: Buffer, { root, office, clock }: Sealers, at: Date): Buffer {
  const objects = takeApart(bytes)
  const found = [
    root.certificate,
    revocationList(root, [], at),
    ocspAnswer(root, office, at),
    ocspAnswer(root, clock, at),
  ]
  const first = 90_000
  const kept = found.map(
    (proof, index) => [first + index, streamOf(first + index, proof.toString('latin1'))] as const,
  )
  const store = `/DSS<</Certs[${first} 0 R]/CRLs[${first + 1} 0 R]/OCSPs[${first + 2} 0 R ${first + 3} 0 R]>>`
  return appendTo(bytes, new Map([...kept, [objects.root, withEntry(textOf(objects, objects.root), store)]]))
}
