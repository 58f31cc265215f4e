import { createHash } from 'node:crypto'
import { judge2dDoc, read2dDoc, readPayment, type Field, type TwoDDoc } from '@vigie/codes'
import type { CodeTrustInForce, NamedCertificate } from '../../../trust/index.ts'
import type { ReadCode } from '../../answers/read-codes.ts'
import { compareField, type Beside } from './compare-code.ts'
import type { PlacedCode } from './see-codes.ts'

/** What a reviewer is told about codes; whoever sent the file is told nothing of it. */
export const codeFindings = ['CODE_DIFFERS', 'CODE_BROKEN'] as const
export type CodeFinding = (typeof codeFindings)[number]

/** A code with what is known of it, and what is asked of it once. */
export interface OpenedCode {
  readonly placed: PlacedCode
  readonly bytes: Buffer
  /** Null for what is no 2D-Doc. */
  readonly doc: TwoDDoc | null
}

export function openCode(placed: PlacedCode): OpenedCode {
  const bytes = Buffer.from(placed.content, 'base64')
  return { placed, bytes, doc: placed.format === 'DATA_MATRIX' ? read2dDoc(bytes) : null }
}

export const signerOf = ({ header }: TwoDDoc): NamedCertificate => ({
  authority: header.authority,
  certificate: header.certificate,
})

/** By what a signed code is known when it comes again; null for others, which many documents may share. */
export function codeDigest({ bytes, doc }: OpenedCode): string | null {
  return doc && createHash('sha256').update(bytes).digest('hex')
}

export interface JudgedCode {
  readonly code: ReadCode
  readonly findings: readonly CodeFinding[]
}

interface Judging {
  readonly trust: CodeTrustInForce
  readonly now: Date
  readonly beside: Beside
}

export function judgeCode(opened: OpenedCode, judging: Judging): JudgedCode {
  return opened.doc ? judgeSigned(opened, opened.doc, judging) : judgeOther(opened, judging)
}

const nothingSaid = {
  verdict: null,
  reason: null,
  documentKind: null,
  authority: null,
  certificate: null,
  signer: null,
  issuedOn: null,
  signedOn: null,
  trustVersion: null,
  proves: false,
} as const

function judgeSigned(opened: OpenedCode, doc: TwoDDoc, { trust, now, beside }: Judging): JudgedCode {
  const named = signerOf(doc)
  const certificates = trust.certificatesOf(named)
  const judged = judge2dDoc(doc, { list: trust.list, certificates, now })
  const { verdict } = judged
  const { header, documentKind } = doc
  const fields = compared(verdict === 'VALID' ? judged.way.fields : doc.fields, beside)
  const differs = fields.some(({ agreement }) => agreement === 'DIFFERS')
  const isShown = fields.some(({ agreement }) => agreement === 'AGREES')
  return {
    code: {
      ...placeOf(opened),
      kind: 'TWO_D_DOC',
      value: `${header.authority} ${header.certificate}`,
      verdict,
      reason: verdict === 'NOT_JUDGED' ? judged.reason : null,
      documentKind,
      authority: header.authority,
      certificate: header.certificate,
      signer: verdict === 'VALID' ? (certificates.find((one) => one === judged.by)?.holder ?? null) : null,
      issuedOn: header.issuedOn,
      signedOn: header.signedOn,
      trustVersion: trust.version,
      fields,
      proves: verdict === 'VALID' && isShown && !differs,
    },
    findings: [
      ...(verdict === 'INVALID' ? (['CODE_BROKEN'] as const) : []),
      ...(differs ? (['CODE_DIFFERS'] as const) : []),
    ],
  }
}

/** A code for a transfer says whose account it is; anything else is shown as it stands. */
function judgeOther(opened: OpenedCode, { beside }: Judging): JudgedCode {
  const text = readable(opened.bytes)
  const payment = text === null ? null : readPayment(text)
  const named: Field[] = payment
    ? [
        { name: 'iban', kind: 'IBAN', value: payment.iban, isCut: false },
        { name: 'holder', kind: 'NAME', value: payment.holder, isCut: false },
      ]
    : []
  const fields = compared(named, beside)
  const differs = fields.some(({ agreement }) => agreement === 'DIFFERS')
  const kind = payment ? 'PAYMENT' : /^https?:\/\//i.test(text ?? '') ? 'ADDRESS' : 'OTHER'
  return {
    code: { ...nothingSaid, ...placeOf(opened), kind, value: shortened(text ?? ''), fields },
    findings: differs ? ['CODE_DIFFERS'] : [],
  }
}

const mostFields = 20

function compared(fields: readonly Field[], beside: Beside): ReadCode['fields'] {
  return fields.slice(0, mostFields).map((field) => ({
    name: field.name,
    value: shortened(field.value),
    isCut: field.isCut,
    agreement: compareField(field, beside),
  }))
}

function placeOf({ placed: { format, page, x, y, width, height } }: OpenedCode) {
  return { format, page, box: { x, y, width, height } }
}

const longest = 120

/** One line without signs that steer a screen; the database takes no halves of signs either. */
function shortened(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…`.replaceAll(/\p{Cs}/gu, '') : plain
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Null for bytes that are no text. */
function readable(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
