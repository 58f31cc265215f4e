import { buffer } from 'node:stream/consumers'
import { inspectFile } from '@vigie/inspect'
import {
  isTestVirus,
  openVerifiedStream,
  storedContent,
  testVirusBytes,
  type ObjectStore,
  type Scanner,
} from '../../../platform/files/index.ts'
import type { TrustInForce } from '../../trust/index.ts'
import type { OwnEvidence } from '../answers/evidences.ts'
import type { ExaminedFile, Scan } from './conclude-check.ts'
import { judgeSeals, type SealLimits } from './judge-seals.ts'
import { readPdf } from './pdf-text.ts'
import { explainSaves } from './seal-findings.ts'

export interface ExamineDeps {
  readonly store: ObjectStore
  /** Null: none is configured, and evidences say so. */
  readonly scanner: Scanner | null
  /** How long the text of one file may take, instead of the usual time. */
  readonly pdfTimeoutMs?: number
  /** How seals are judged; without it they are not. */
  readonly seals?: { readonly now: Date; readonly trust: TrustInForce; readonly limits: Partial<SealLimits> }
  readonly signal: AbortSignal
}

export const pdfType = 'application/pdf'
const maxTextBytes = 32 * 1024 * 1024

/**
 * Whether a file may be handed out, and what is written in it. A store or scanner that gives no answer rejects: the
 * file stays unchecked and is looked at again later.
 */
export async function examineFile(evidence: OwnEvidence, deps: ExamineDeps): Promise<ExaminedFile> {
  const { evidenceId, fileState, contentType } = evidence
  const stored = toStored(evidence)
  if (fileState === 'CLEAN') {
    const known = { evidenceId, fileState, contentType, refusal: null, scan: null, warnings: [] }
    return { ...known, ...(await openPdf(stored, contentType, deps)) }
  }
  const verdict = await inspectFile({
    content: await storedContent(deps.store, stored.key),
    fileName: evidence.fileName ?? '',
    signal: deps.signal,
  })
  const refused = { evidenceId, contentType: null, warnings: [], content: null, seal: null }
  if (verdict.kind === 'REFUSED') {
    return { ...refused, fileState: 'REFUSED', refusal: `UPLOAD_${verdict.code}`, scan: 'NOT_SCANNED' }
  }
  const { scan, signature } = await scanObject(stored, deps)
  if (scan === 'INFECTED') return { ...refused, fileState: 'INFECTED', refusal: signature, scan }
  // Beyond what the scanner looks at is not known to be harmless.
  if (scan === 'NOT_SCANNED') return { ...refused, fileState: 'REFUSED', refusal: 'NOT_SCANNED', scan }
  const { warnings } = verdict
  return {
    evidenceId,
    fileState: 'CLEAN',
    contentType: verdict.contentType,
    refusal: null,
    scan,
    warnings,
    ...(await openPdf(stored, verdict.contentType, deps)),
  }
}

export interface Stored {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

export function toStored({ evidenceId, objectKey, fileSize, sha256 }: OwnEvidence): Stored {
  if (objectKey === null || fileSize === null || sha256 === null) {
    throw new Error(`Evidence ${evidenceId} is a file without an object.`)
  }
  return { key: objectKey, size: fileSize, sha256 }
}

async function scanObject(
  { key, size, sha256 }: Stored,
  { store, scanner }: ExamineDeps,
): Promise<{ scan: Scan; signature: string | null }> {
  const read = () => openVerifiedStream(store, key, { size, sha256 })
  if (scanner === null) {
    const isInfected = size <= testVirusBytes && isTestVirus(await buffer(await read()))
    return isInfected
      ? { scan: 'INFECTED', signature: 'EICAR-Test-File' }
      : { scan: 'NOT_CONFIGURED', signature: null }
  }
  const result = await scanner.scan(await read(), size)
  return { scan: result.kind, signature: result.kind === 'INFECTED' ? result.signature.slice(0, 200) : null }
}

/** What is written in it and who sealed it. */
async function openPdf(
  { key, size, sha256 }: Stored,
  contentType: string | null,
  { store, pdfTimeoutMs: timeoutMs, seals }: ExamineDeps,
): Promise<Pick<ExaminedFile, 'content' | 'seal'>> {
  if (contentType !== pdfType) return { content: null, seal: null }
  // Of a file that is too large nothing is taken, and it is said that its seals were not judged.
  const isLarge = size > maxTextBytes
  const bytes = isLarge ? null : await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  const seal = seals ? await judgeSeals({ bytes, sha256, ...seals }, seals.limits) : null
  const content = bytes && (await readPdf(bytes, timeoutMs === undefined ? {} : { timeoutMs }))
  return { content: content && seal ? explainSaves(content, seal) : content, seal }
}
