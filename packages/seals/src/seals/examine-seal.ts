import { createHash } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Time } from '@peculiar/asn1-x509'
import {
  readSignedMessage,
  signedAttribute,
  unsignedAttributes,
  type SignedMessage,
} from '../cms/signed-data.ts'
import { verifyTimeStamp, type TimeStamp } from '../cms/time-stamp.ts'
import { verifyMessage } from '../cms/verify-message.ts'
import type { Strength } from '../crypto/algorithms.ts'
import { SealFault } from '../fault.ts'
import { checkByteRange, digestOf, endsRevision, type ByteRange } from '../pdf/byte-range.ts'
import type { PdfDocument } from '../pdf/document.ts'
import type { SealSite } from '../pdf/seal-sites.ts'
import { nameOf, PdfString, type PdfDict } from '../pdf/values.ts'
import type { SealKind, SealVerdict } from '../verdict.ts'
import type { Certificate } from '../x509/certificate.ts'
import { certifies } from './certification.ts'
import { readPdfDate } from './pdf-date.ts'

const signingTime = '1.2.840.113549.1.9.5'
const signatureTimeStamp = '1.2.840.113549.1.9.16.2.14'
const detached = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached'])
const dataType = '1.2.840.113549.1.7.1'

/** One seal by itself: its place, its mathematics. What was done to the file later is another question. */
export interface ExaminedSeal {
  readonly site: SealSite
  readonly kind: SealKind
  readonly integrity: SealVerdict['integrity']
  readonly reason: string
  readonly range: ByteRange | null
  readonly message: SignedMessage | null
  readonly signer: Certificate | null
  readonly strength: Strength | null
  /** Whether it is a signature as PAdES demands: of that form, and naming its certificate. */
  readonly isPades: boolean
  /** Its own for a time-stamp of the document, otherwise that inside the signature. */
  readonly stamp: TimeStamp | null
  readonly claimedTime: Date | null
}

type Finding = Pick<ExaminedSeal, 'integrity' | 'reason'> & Partial<ExaminedSeal>

const review = (reason: string): Finding => ({ integrity: 'REVIEW', reason })
const changed = (reason: string): Finding => ({ integrity: 'CHANGED', reason })

export function examineSeal(
  document: PdfDocument,
  site: SealSite,
  others: readonly Certificate[],
): ExaminedSeal {
  const kind = kindOf(document, site.dict)
  const base = {
    site,
    kind,
    range: null,
    message: null,
    signer: null,
    strength: null,
    isPades: false,
    stamp: null,
  }
  const claimedTime = site.dict ? readPdfDate(document.get(site.dict, 'M')) : null
  return { ...base, claimedTime, ...examine(document, site, others) }
}

function kindOf(document: PdfDocument, dict: PdfDict | null): SealKind {
  if (!dict) return 'SIGNATURE'
  const isStamp = [dict.get('Type'), dict.get('SubFilter')].some((value) =>
    ['DocTimeStamp', 'ETSI.RFC3161'].includes(nameOf(document.resolve(value)) ?? ''),
  )
  if (isStamp) return 'TIMESTAMP'
  return certifies(document, dict) ? 'CERTIFICATION' : 'SIGNATURE'
}

function examine(document: PdfDocument, site: SealSite, others: readonly Certificate[]): Finding {
  const { dict, num } = site
  if (!dict) return review('The field says that it is signed, but holds no signature.')
  if (dict.hasDuplicates) return review('The signature says some things twice.')
  if (num !== null && document.entry(num)?.kind === 'PACKED') return review('The signature is packed away.')
  const answer = checkByteRange(document, dict)
  if (answer.kind === 'MISSING') return review(`The signature cannot be judged: ${answer.reason}.`)
  if (answer.kind === 'WRONG')
    return { ...changed(`The seal does not fit the file: ${answer.reason}.`), range: answer.range }
  const { range } = answer
  const finding = { ...examineMessage(document, { dict, range }, others), range }
  if (finding.integrity !== 'INTACT') return finding
  if (answer.kind === 'ODD')
    return { ...finding, ...review('The seal leaves out other bytes than exactly its own contents.') }
  if (!endsRevision(document.bytes, range)) {
    return { ...finding, ...changed('The seal does not cover the file up to the end of a revision.') }
  }
  return finding
}

interface Place {
  readonly dict: PdfDict
  readonly range: ByteRange
}

function examineMessage(document: PdfDocument, place: Place, others: readonly Certificate[]): Finding {
  const contents = place.dict.get('Contents')
  const subFilter = nameOf(document.get(place.dict, 'SubFilter')) ?? ''
  if (!(contents instanceof PdfString)) return review('The signature is empty.')
  try {
    const digest = digestOf(document.bytes, place.range)
    if (subFilter === 'ETSI.RFC3161') return examineStamp(contents.bytes, digest, others)
    const message = readSignedMessage(contents.bytes)
    if (!detached.has(subFilter))
      return { ...review(`The form of the signature is not accepted: ${subFilter}.`), message }
    return { message, ...examineDetached(message, { digest, subFilter, others }) }
  } catch (error) {
    const reason = error instanceof SealFault ? error.message : 'it is damaged'
    return review(`The signature cannot be read: ${reason}.`)
  }
}

interface Context {
  readonly digest: (name: string) => Buffer
  readonly subFilter: string
  readonly others: readonly Certificate[]
}

function examineDetached(message: SignedMessage, { digest, subFilter, others }: Context): Finding {
  if (message.content !== null)
    return review('The signature carries contents of its own instead of the file’s.')
  if (message.contentType !== dataType) return review('The signature is about something else than a file.')
  const answer = verifyMessage(message, digest, others)
  if (answer.kind === 'UNCLEAR') return review(`The signature cannot be judged: ${answer.reason}.`)
  if (answer.kind === 'OTHER_CONTENT') return changed('The sealed bytes are not those that were signed.')
  if (answer.kind === 'FORGED') return changed('The signature does not belong to its certificate.')
  const { signer, isBound, strength } = answer
  const stamp = stampInside(message, others)
  const claimed = claimedIn(message)
  const isPades = isBound && subFilter === 'ETSI.CAdES.detached'
  const facts = { signer, isPades, stamp, strength, ...(claimed ? { claimedTime: claimed } : {}) }
  if (answer.strength === 'BROKEN') return { ...facts, ...review('The signature uses a broken algorithm.') }
  if (subFilter === 'ETSI.CAdES.detached' && !isBound) {
    return { ...facts, ...review('The signature does not name its certificate.') }
  }
  return { ...facts, integrity: 'INTACT', reason: 'The sealed bytes are those that were signed.' }
}

function examineStamp(token: Buffer, digest: Context['digest'], others: readonly Certificate[]): Finding {
  const message = readSignedMessage(token)
  const answer = verifyTimeStamp(token, digest, others)
  if (answer.kind === 'UNCLEAR') return review(`The time-stamp cannot be judged: ${answer.reason}.`)
  if (answer.kind === 'OTHER_CONTENT')
    return changed('The time-stamp is about other bytes than those of the file.')
  if (answer.kind === 'FORGED') return changed('The time-stamp does not belong to its certificate.')
  const { stamp } = answer
  const facts = { message, stamp, signer: stamp.authority, strength: stamp.strength }
  if (stamp.strength === 'BROKEN') return { ...facts, ...review('The time-stamp uses a broken algorithm.') }
  return { ...facts, integrity: 'INTACT', reason: 'The stamped bytes are those of the file.' }
}

/** A time-stamp that is not good proves nothing, and takes nothing away either. */
function stampInside(message: SignedMessage, others: readonly Certificate[]): TimeStamp | null {
  const value = Buffer.from(message.signer.signature.buffer)
  const stamps = unsignedAttributes(message.signer, signatureTimeStamp)
    .slice(0, 8)
    .flatMap((token) => {
      const digest = (name: string) => createHash(name).update(value).digest()
      const answer = verifyTimeStamp(Buffer.from(token), digest, [...message.certificates, ...others])
      return answer.kind === 'VALID' && answer.stamp.strength === 'STRONG' ? [answer.stamp] : []
    })
  return stamps.toSorted((a, b) => a.time.getTime() - b.time.getTime())[0] ?? null
}

function claimedIn({ signer }: SignedMessage): Date | null {
  const value = signedAttribute(signer, signingTime)
  return value ? AsnConvert.parse(value, Time).getTime() : null
}
