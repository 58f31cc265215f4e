import { loadMigrations, type Db } from '../../platform/db/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { listFiles, pathOfFile, type AccountFile } from './account-files.ts'
import { accountParts, type Stretch } from './account-parts.ts'
import { tablesLeftOut } from './exported-tables.ts'
import { exportReadme } from './export-readme.ts'

export const accountExportFormat = 'vigie-account-export/1'

export interface Measured {
  readonly size: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** Where an export is written to: a folder, or an archive in the store. */
export interface ExportSink {
  write(name: string, chunks: AsyncIterable<Buffer>): Promise<Measured>
  /** Null when the store does not have it any more. */
  copy(name: string, objectKey: string): Promise<Measured | null>
}

export interface ExportJob {
  readonly db: Db
  readonly accountId: number
  readonly version: string
  readonly exportedAt: Date
  /** Called often; throws when the export is to end. */
  readonly onProgress: (done: number, total: number) => Promise<void>
}

export interface ExportTotals {
  readonly rows: number
  readonly files: number
  /** Files that are named and could not be copied. */
  readonly missing: number
}

interface ManifestPart extends Measured {
  readonly name: string
  readonly rows: number
}

/** Writes all parts of an export, its manifest last: an export without one was not finished. */
export async function writeAccountExport(job: ExportJob, sink: ExportSink): Promise<ExportTotals> {
  const { db, accountId, exportedAt } = job
  const parts = accountParts(accountId, exportedAt)
  const written: ManifestPart[] = []
  // One moment for all tables. Files are copied afterwards: no transaction stays open for as long as that takes.
  const files = await db.snapshot(wholeAccount(accountId), async (tx) => {
    const found = await listFiles(tx, accountId)
    for (const { name, read } of parts) {
      await job.onProgress(written.length, parts.length + found.length)
      const counted = { rows: 0 }
      const measured = await sink.write(name, countRows(read(tx), counted))
      written.push({ name, ...measured, rows: counted.rows })
    }
    return found
  })
  const outcome = { copied: 0, missing: 0 }
  const listed = await sink.write(
    'files.jsonl',
    copyFiles(job, sink, { files, before: parts.length, outcome }),
  )
  written.push({ name: 'files.jsonl', ...listed, rows: files.length })
  // Whoever deletes the account meanwhile takes files that would only be called missing.
  await job.onProgress(parts.length + files.length, parts.length + files.length)
  const readme = await sink.write('README.txt', textChunks(exportReadme))
  written.push({ name: 'README.txt', ...readme, rows: 0 })
  const manifest = {
    format: accountExportFormat,
    accountId,
    exportedAt: exportedAt.toISOString(),
    madeBy: `vigie ${job.version}`,
    schema: (await loadMigrations()).at(-1)?.name ?? null,
    parts: written,
    files: { copied: outcome.copied, missing: outcome.missing, list: 'files.jsonl' },
    leftOut: tablesLeftOut,
  }
  await sink.write('manifest.json', textChunks(`${JSON.stringify(manifest, null, 2)}\n`))
  const rows = written.reduce((sum, part) => sum + part.rows, 0)
  return { rows, files: outcome.copied, missing: outcome.missing }
}

async function* countRows(
  stretches: AsyncGenerator<Stretch>,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  for await (const { text, rows } of stretches) {
    counted.rows += rows
    yield Buffer.from(text)
  }
}

async function* textChunks(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

interface Copying {
  readonly files: readonly AccountFile[]
  /** How many parts were done before. */
  readonly before: number
  readonly outcome: { copied: number; missing: number }
}

/** Copies each file and says what became of it, one line for each. */
async function* copyFiles(
  job: ExportJob,
  sink: ExportSink,
  { files, before, outcome }: Copying,
): AsyncGenerator<Buffer> {
  for (const [nth, file] of files.entries()) {
    await job.onProgress(before + nth, before + files.length)
    const { table, id, fileName, sha256, state } = file
    const path = pathOfFile(file)
    // Nobody should find a virus in what they took home.
    const copied = state === 'INFECTED' ? null : await sink.copy(path, file.objectKey)
    if (copied) outcome.copied += 1
    else if (state !== 'INFECTED') outcome.missing += 1
    const missing = state === 'INFECTED' ? 'INFECTED' : 'MISSING'
    const line = {
      table,
      id,
      fileName,
      state: copied ? 'EXPORTED' : missing,
      path: copied ? path : null,
      size: copied?.size ?? null,
      sha256: copied?.sha256 ?? null,
      // As it was measured on arrival: another one than above means that the store has lost or changed bytes.
      arrivedWith: sha256,
    }
    yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
}
