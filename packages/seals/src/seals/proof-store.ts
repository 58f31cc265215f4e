import { SealFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { unpackStream } from '../pdf/unpack.ts'
import { PdfStream } from '../pdf/values.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'

/** What the document brings along to prove its seals: the DSS of PAdES. */
export interface ProofStore {
  readonly certificates: readonly Certificate[]
  readonly ocsps: readonly Buffer[]
  readonly crls: readonly Buffer[]
}

const emptyStore: ProofStore = { certificates: [], ocsps: [], crls: [] }

/** The hints by signature (VRI) name the same objects again and are left aside. */
export function readStore(document: PdfDocument): ProofStore {
  const store = document.dict(document.catalog.get('DSS'))
  if (!store) return emptyStore
  const bytesOf = (key: string) =>
    (document.array(store.get(key)) ?? []).slice(0, limits.certificates).flatMap((value) => {
      const stream = document.resolve(value)
      return stream instanceof PdfStream ? (unpacked(document, stream) ?? []) : []
    })
  const certificates = bytesOf('Certs').flatMap((raw) => readCertificate(raw) ?? [])
  return { certificates, ocsps: bytesOf('OCSPs'), crls: bytesOf('CRLs') }
}

/** Whether there is something about certificates and their revocation, without reading it. */
export function hasProofs(document: PdfDocument): boolean {
  const store = document.dict(document.catalog.get('DSS'))
  const count = (key: string) => document.array(store?.get(key) ?? null)?.length ?? 0
  return count('Certs') > 0 && count('OCSPs') + count('CRLs') > 0
}

/** What cannot be read proves nothing. */
function unpacked(document: PdfDocument, stream: PdfStream): Buffer | null {
  try {
    return unpackStream(stream.dict, document.rawBytes(stream), document.budget)
  } catch (error) {
    if (error instanceof SealFault && error.code !== 'TOO_MUCH') return null
    throw error
  }
}
