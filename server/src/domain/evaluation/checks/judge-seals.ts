import { fileURLToPath } from 'node:url'
import { engineVersion, mayBeSealed, unjudged, type FileVerdict } from '@vigie/seals'
import { formatDateTime } from '../../../platform/kernel/index.ts'
import type { TrustInForce } from '../../trust/index.ts'
import type { SealsQuestion } from './judge-seals-process.ts'
import { runApart } from './run-apart.ts'

/** What was found out about the seals of a file, as it is kept and goes over the wire. */
export interface FileSeal extends FileVerdict {
  /** Of the file that was judged. */
  readonly sha256: string
  readonly engine: string
  /** Of the trusted lists; null where there were none. */
  readonly trustVersion: number | null
  readonly judgedAt: string
}

export interface SealLimits {
  readonly memoryMiB: number
  readonly timeoutMs: number
}

const defaults: SealLimits = { memoryMiB: 768, timeoutMs: 30_000 }

interface SealedFile {
  /** Null for a file that is too large. */
  readonly bytes: Buffer | null
  readonly sha256: string
  /** By the clock of the account. */
  readonly now: Date
  readonly trust: TrustInForce
}

const packageFile = (path: string) =>
  fileURLToPath(new URL(`../../../../../packages/seals/${path}`, import.meta.url))

/** Never “no seal” for a file that could not be looked at to the end. */
export async function judgeSeals(file: SealedFile, limits: Partial<SealLimits> = {}): Promise<FileSeal> {
  const { sha256, now, trust } = file
  const verdict = await judgeWithin(file, { ...defaults, ...limits })
  return {
    sha256,
    engine: engineVersion,
    trustVersion: trust.version,
    judgedAt: formatDateTime(now),
    ...verdict,
    signatures: verdict.signatures.map((seal) => ({ ...seal, time: wireTime(seal.time) })),
  }
}

async function judgeWithin(
  { bytes, now, trust }: SealedFile,
  { memoryMiB, timeoutMs }: SealLimits,
): Promise<FileVerdict> {
  if (bytes === null) return unjudged('REVIEW', 'The file cannot be judged: it is too large.')
  // Most files have no seal, and need no process to say so.
  if (!mayBeSealed(bytes)) return unjudged('UNSIGNED', 'The file holds no signature.')
  const lists = trust.kept ?? Buffer.alloc(0)
  const roots = trust.roots.map((root) => root.toString('base64'))
  const question: SealsQuestion = { now: now.toISOString(), roots, listBytes: lists.length }
  const printed = await runApart({
    program: 'judge-seals-process',
    packages: [{ sources: packageFile('src'), built: packageFile('dist/index.js') }],
    options: { memoryMiB },
    input: [Buffer.from(`${JSON.stringify(question)}\n`), lists, bytes],
    timeoutMs,
    mostBytes: 1024 * 1024,
  })
  const stuck = 'The file could not be judged within the limits of time and memory.'
  return printed === null
    ? unjudged('REVIEW', stuck)
    : (JSON.parse(printed.toString('utf8'), storable) as FileVerdict)
}

/** Names and words come from the file, and the database takes no signs that are none. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').slice(0, 1_000)
}

/** A seal may claim any time; beyond the years that people write there is none. */
function wireTime(time: string | null): string | null {
  return time?.length === 24 ? time.slice(0, 23) : null
}
