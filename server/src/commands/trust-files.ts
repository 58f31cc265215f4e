import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrustFile } from '@vigie/seals'
import { TrustImportError } from '../domain/trust/index.ts'
import type { Db } from '../platform/db/index.ts'

export interface TrustImportDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

export interface TrustImportOptions {
  listSigners: string[]
  force?: boolean
  json?: boolean
}

interface TrustImporter<Report> {
  readonly importFiles: (
    db: Db,
    offered: { files: TrustFile[]; listSigners: TrustFile[]; force: boolean },
  ) => Promise<Report>
  readonly describe: (report: Report) => string
}

/** Imports what lies at these places and prints what came of it. What is refused is a sentence, and exit code 1. */
export async function runTrustImport<Report>(
  deps: TrustImportDeps,
  paths: readonly string[],
  { listSigners, force = false, json }: TrustImportOptions,
  { importFiles, describe }: TrustImporter<Report>,
): Promise<void> {
  const offered = {
    files: await readTrustFiles(paths),
    listSigners: await readTrustFiles(listSigners),
    force,
  }
  const context = await deps.open()
  try {
    const report = await importFiles(context.db, offered)
    process.stdout.write(`${json ? JSON.stringify(report) : describe(report)}\n`)
  } catch (error) {
    if (!(error instanceof TrustImportError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** Trusted lists and certificates at these places; of a folder those that look like one. */
export async function readTrustFiles(paths: readonly string[]): Promise<TrustFile[]> {
  const files: TrustFile[] = []
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory()
    const names = isFolder
      ? (await readdir(path)).filter((name) => /\.(xml|pem|crt|cer|der|p7b|p7c|crl)$/i.test(name))
      : []
    const found = isFolder ? names.toSorted().map((name) => join(path, name)) : [path]
    for (const name of found) files.push({ name, bytes: await readFile(name) })
  }
  return files
}
