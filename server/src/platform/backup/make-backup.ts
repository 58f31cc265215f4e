import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { ObjectStore } from '../files/index.ts'
import { copyFiles } from './copy-files.ts'
import { copyOut } from './copy-stream.ts'
import { copyTables } from './copy-tables.ts'
import { newCopyId, type CopiedFiles, type CopiedKeys, type Manifest } from './manifest.ts'
import {
  fileKeysStatement,
  inSnapshot,
  planTables,
  readCircumstances,
  readSequences,
  withBackupSession,
} from './snapshot.ts'
import type { BackupTarget } from './target.ts'
import { verifyCopy, type CopyVerdict } from './verify-copy.ts'

export type BackupStep = 'tables' | 'files' | 'verify'

export interface BackupOptions {
  /** May take on the role of the backups. */
  readonly adminUrl: string
  /** The files as they lie in the store, sealed or not. */
  readonly store: Pick<ObjectStore, 'get'>
  readonly version: string
  /** What the copy shall hold of the secrets; null for nothing. */
  readonly keys: CopiedKeys | null
  /** Whether the files of earlier copies are read again by the verification at the end. */
  readonly full?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (step: BackupStep, done: number, detail: string) => void
}

export interface BackupOutcome {
  readonly manifest: Manifest
  readonly verdict: CopyVerdict
}

/**
 * Copies the database as it stands at one moment, and the files its rows name, while the service goes on. What an
 * earlier copy has stored is not stored again. The copy comes into being with its manifest, after it was verified;
 * ended before that, it leaves contents that the next run finds.
 */
export async function makeBackup(target: BackupTarget, options: BackupOptions): Promise<BackupOutcome> {
  return withBackupSession(options.adminUrl, async (client) => {
    const signal = options.signal ?? new AbortController().signal
    const onProgress = options.onProgress ?? (() => undefined)
    const before = await trustNewest(target)
    const { takenAt, result } = await inSnapshot(client, async () => {
      const circumstances = await readCircumstances(client)
      const plans = await planTables(client)
      const copied = await copyTables(client, target, {
        plans,
        signal,
        onProgress: (table, rows) => onProgress('tables', rows, table),
      })
      return { circumstances, ...copied, fileKeys: await readFileKeys(client) }
    })
    const sequences = await readSequences(client)
    const files = await copyFiles(target, {
      store: options.store,
      keys: result.fileKeys,
      before,
      signal,
      onProgress: (count) => onProgress('files', count, 'files'),
    })
    const manifest: Manifest = {
      format: 1,
      id: newCopyId(takenAt, randomBytes(4).toString('hex')),
      takenAt: takenAt.toISOString(),
      finishedAt: new Date().toISOString(),
      version: options.version,
      ...result.circumstances,
      tables: result.tables,
      sequences,
      files: files.files,
      keys: options.keys,
      added: { objects: result.objects + files.objects, bytes: result.added + files.added },
    }
    const verdict = await verifyCopy(target, manifest, {
      files: options.full ? 'all' : files.fresh,
      signal,
      onProgress: (done, detail) => onProgress('verify', done, detail),
    })
    if (verdict.faults.length === 0) await target.writeManifest(manifest)
    return { manifest, verdict }
  })
}

/** The copy before: its contents are there, unless somebody took them away, which the verification tells. */
async function trustNewest(target: BackupTarget): Promise<Pick<CopiedFiles, 'chunks'>> {
  const newest = (await target.copyIds()).at(-1)
  if (newest === undefined) return { chunks: [] }
  const manifest = await target.readManifest(newest)
  const there = await target.listNames()
  const chunks = manifest.tables.flatMap((table) => table.chunks)
  target.trust([...chunks, ...manifest.files.chunks].filter((name) => there.has(name)))
  // A list that cannot be read would stop every later backup: its files are then read again.
  return manifest.files.chunks.every((name) => there.has(name)) ? manifest.files : { chunks: [] }
}

async function readFileKeys(client: pg.Client): Promise<Buffer> {
  const parts: Buffer[] = []
  await copyOut(client, await fileKeysStatement(client), (rows) => void parts.push(Buffer.concat(rows)))
  return Buffer.concat(parts)
}
