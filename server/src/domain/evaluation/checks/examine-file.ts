import { buffer } from 'node:stream/consumers'
import {
  inspectFile,
  isTestVirus,
  testVirusBytes,
  verifiedStream,
  type ObjectStore,
  type Scanner,
} from '../../../platform/files/index.ts'
import { pdfText } from './pdf-text.ts'
import type { OwnEvidence } from '../answers/evidences.queries.ts'

export interface ExamineDeps {
  readonly store: ObjectStore
  /** Null: none is configured, and evidences say so. */
  readonly scanner: Scanner | null
  readonly signal: AbortSignal
}

type Scan = 'NOT_CONFIGURED' | 'CLEAN' | 'INFECTED' | 'NOT_SCANNED'

export interface ExaminedFile {
  readonly evidenceId: number
  readonly fileState: 'CLEAN' | 'REFUSED' | 'INFECTED'
  /** What we detected; null for a file that was refused. */
  readonly contentType: string | null
  readonly refusal: string | null
  /** Null when it was scanned before. */
  readonly scan: Scan | null
  readonly warnings: readonly string[]
  /** Of a PDF: what is written in it. Null where nothing could be read. */
  readonly text: string | null
}

const pdfType = 'application/pdf'
const maxTextBytes = 32 * 1024 * 1024

/**
 * Whether a file may be handed out, and what is written in it. A store or scanner that gives no answer rejects: the
 * file stays unchecked and is looked at again later.
 */
export async function examineFile(evidence: OwnEvidence, deps: ExamineDeps): Promise<ExaminedFile> {
  const { evidenceId, fileState, contentType } = evidence
  const stored = storedObject(evidence)
  if (fileState === 'CLEAN') {
    const text = await textOf(stored, contentType, deps)
    return { evidenceId, fileState, contentType, refusal: null, scan: null, warnings: [], text }
  }
  const verdict = await inspectFile({
    content: { store: deps.store, key: stored.key },
    fileName: evidence.fileName ?? '',
    signal: deps.signal,
  })
  const refused = { evidenceId, contentType: null, warnings: [], text: null }
  if (verdict.kind === 'REFUSED') {
    return { ...refused, fileState: 'REFUSED', refusal: verdict.code, scan: 'NOT_SCANNED' }
  }
  const { scan, signature } = await scanned(stored, deps)
  if (scan === 'INFECTED') return { ...refused, fileState: 'INFECTED', refusal: signature, scan }
  // Beyond what the scanner looks at is not known to be harmless.
  if (scan === 'NOT_SCANNED') return { ...refused, fileState: 'REFUSED', refusal: 'NOT_SCANNED', scan }
  const text = await textOf(stored, verdict.contentType, deps)
  const { warnings } = verdict
  return {
    evidenceId,
    fileState: 'CLEAN',
    contentType: verdict.contentType,
    refusal: null,
    scan,
    warnings,
    text,
  }
}

interface Stored {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

function storedObject({ evidenceId, objectKey, fileSize, sha256 }: OwnEvidence): Stored {
  if (objectKey === null || fileSize === null || sha256 === null) {
    throw new Error(`Evidence ${evidenceId} is a file without an object.`)
  }
  return { key: objectKey, size: fileSize, sha256 }
}

async function scanned(
  { key, size, sha256 }: Stored,
  { store, scanner }: ExamineDeps,
): Promise<{ scan: Scan; signature: string | null }> {
  const read = () => verifiedStream(store, key, { size, sha256 })
  if (scanner === null) {
    const isInfected = size <= testVirusBytes && isTestVirus(await buffer(await read()))
    return isInfected
      ? { scan: 'INFECTED', signature: 'EICAR-Test-File' }
      : { scan: 'NOT_CONFIGURED', signature: null }
  }
  const result = await scanner.scan(await read(), size)
  return { scan: result.kind, signature: result.kind === 'INFECTED' ? result.signature.slice(0, 200) : null }
}

async function textOf(
  { key, size, sha256 }: Stored,
  contentType: string | null,
  { store }: ExamineDeps,
): Promise<string | null> {
  if (contentType !== pdfType || size > maxTextBytes) return null
  return pdfText(await buffer(await verifiedStream(store, key, { size, sha256 })))
}
