import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Db } from '../../../platform/db/index.ts'
import { bodaccAnnouncements } from './bodacc-announcements.ts'
import { gleifEntities } from './gleif-entities.ts'
import { BatchCollector } from './import-batch.ts'
import type { ImportKind } from './import-kind.ts'
import { startImport, finish, storeBatch, type StartedImport, type ImportCounts } from './import-state.ts'
import { RegisterFileError } from './register-file-error.ts'
import { openRegisterFile } from './register-file.ts'
import type { RegisterFile } from './register-rows.ts'
import { sireneEstablishments } from './sirene-establishments.ts'
import { sireneUnits } from './sirene-units.ts'

export const importableRegisters = {
  sirene: [sireneUnits, sireneEstablishments],
  gleif: [gleifEntities],
  bodacc: [bodaccAnnouncements],
} as const satisfies Record<string, readonly ImportKind[]>

export type { ImportCounts }
export type ImportableRegister = keyof typeof importableRegisters

export interface ImportReport extends ImportCounts {
  readonly file: string
  readonly kind: string
  readonly wasKnown: boolean
  /** Rows that an interrupted import of the same file had already brought in. */
  readonly resumedFrom: number
}

export interface ImportOptions {
  readonly register: ImportableRegister
  readonly path: string
  onProgress?: (kind: string, counts: ImportCounts, share: number) => void
}

const batchesPerFold = 50

/** Brings one file in, from where an earlier attempt stopped. A file that is in already changes nothing. */
export async function importRegister(
  db: Db,
  { register, path, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const file = await openRegisterFile(path)
  const kind = recognise(file, register, basename(path))
  const checksum = await checksumOf(path)
  const started = await startImport(db, { checksum, kind, fileName: basename(path) })
  const report = { file: basename(path), kind: kind.name, resumedFrom: started.counts.position }
  if (started.isDone) return { ...report, ...started.counts, wasKnown: true }

  const counts = await readThrough(db, started, file, (now, share) => onProgress?.(kind.name, now, share))
  const removed = await finish(db, started, counts.added)
  return { ...report, ...counts, removed, wasKnown: false }
}

async function readThrough(
  db: Db,
  started: StartedImport,
  file: RegisterFile,
  onProgress: (counts: ImportCounts, share: number) => void,
): Promise<ImportCounts> {
  const { kind } = started
  let counts = started.counts
  let batches = 0
  const collector = new BatchCollector(kind)
  let pending: Promise<void> = Promise.resolve()
  // The next rows are read while the database is busy with these.
  const send = async (share: number) => {
    const batch = collector.take()
    await pending
    const folds = ++batches % batchesPerFold === 0
    pending = storeBatch(db, started, { batch, from: counts.position, folds }).then((now) => {
      counts = now
      onProgress(now, share)
    })
    pending.catch(() => undefined)
  }
  try {
    for await (const rows of file.rows([...kind.required, ...kind.optional], counts.position)) {
      collector.add(rows)
      if (collector.isFull) await send(rows.share)
    }
    if (!collector.isEmpty) await send(1)
  } finally {
    await pending
  }
  return counts
}

function recognise(file: RegisterFile, register: ImportableRegister, name: string): ImportKind {
  const kinds: readonly ImportKind[] = importableRegisters[register]
  const lacking = (kind: ImportKind) => kind.required.filter((column) => !file.columns.includes(column))
  const found = kinds.find((kind) => lacking(kind).length === 0)
  if (found) return found
  const faults = kinds.map((kind) => `${kind.title} has ${lacking(kind).slice(0, 4).join(', ')}`)
  throw new RegisterFileError(`${name} is not a ${register} file: ${faults.join('; ')}, which it has not.`)
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}
