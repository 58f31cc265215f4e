import { Readable } from 'node:stream'
import { inspectFile } from '@vigie/inspect'
import {
  newObjectKey,
  storedContent,
  openVerifiedStream,
  type ObjectStore,
  type Scanner,
  type StoredObject,
} from '../../../../platform/files/index.ts'
import type { FileLinks } from '../../files/file-links.ts'
import type { Report } from './conclude-verification.ts'
import type { VerificationAnswer, VerificationProvider } from './connector.ts'
import type { VerifiedPiece } from './piece.queries.ts'
import type { VerificationOutcome } from './verification-pdf.ts'

export interface VerifyDeps {
  readonly store: ObjectStore
  readonly scanner: Scanner | null
  readonly links: FileLinks | null
  readonly provider: VerificationProvider | null
}

interface Wanted {
  readonly accountId: number
  /** Null when the provider never gave one. */
  readonly answer: VerificationAnswer | null
  readonly outcome: VerificationOutcome
  readonly signal: AbortSignal
}

interface Stored extends StoredObject {
  readonly key: string
}

/** The provider's report, in the store; where it sent none that can be handed out, one of ours on what it answered. */
export async function makeReport(
  deps: VerifyDeps,
  piece: VerifiedPiece,
  wanted: Wanted,
): Promise<Report | 'LATER'> {
  const fileName = `doccheck-${piece.documentCode}-${piece.evidenceId}.pdf`
  const theirs = await reportOf(deps, wanted)
  if (theirs === 'LATER') return 'LATER'
  if (theirs !== null) {
    const stored = await store(deps, wanted.accountId, theirs)
    const scan = await clean(deps, stored, { fileName, signal: wanted.signal })
    if (scan !== null) return { ...stored, fileName, scan, origin: 'RECEIVED' }
    await deps.store.delete(stored.key)
  }
  const { verificationPdf } = await import('./verification-pdf.ts')
  const ours = await verificationPdf(piece, wanted.outcome)
  return { ...(await store(deps, wanted.accountId, ours)), fileName, scan: null, origin: 'GENERATED' }
}

async function reportOf(
  { provider }: VerifyDeps,
  { answer, signal }: Wanted,
): Promise<Buffer | 'LATER' | null> {
  if (typeof answer?.report === 'string') {
    const bytes = Buffer.from(answer.report, 'base64')
    return bytes.length > 0 ? bytes : null
  }
  if (typeof answer?.reportUrl !== 'string' || provider === null) return null
  const fetched = await provider.report(answer.reportUrl, signal)
  signal.throwIfAborted()
  if (fetched.kind === 'UNAVAILABLE') return 'LATER'
  return fetched.kind === 'OK' ? fetched.bytes : null
}

async function store({ store: to }: VerifyDeps, accountId: number, bytes: Buffer): Promise<Stored> {
  const key = newObjectKey(accountId)
  const options = { maxBytes: bytes.length, contentType: 'application/pdf' }
  return { key, ...(await to.put(key, Readable.from([bytes]), options)) }
}

/** A provider's file is checked as anybody's; null when it may not be handed out, else what the scanner said. */
async function clean(
  { store: from, scanner }: VerifyDeps,
  { key, size, sha256 }: Stored,
  { fileName, signal }: { readonly fileName: string; readonly signal: AbortSignal },
): Promise<string | null> {
  const verdict = await inspectFile({ content: await storedContent(from, key), fileName, signal })
  if (verdict.kind === 'REFUSED') return null
  if (scanner === null) return 'NOT_CONFIGURED'
  const { kind } = await scanner.scan(await openVerifiedStream(from, key, { size, sha256 }), size)
  return kind === 'CLEAN' ? kind : null
}
