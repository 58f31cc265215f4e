import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ObjectStore } from '../files/index.ts'
import { DamagedCopy } from './backup-fault.ts'
import { readFileList, type CopiedFile } from './file-list.ts'
import { Lanes } from './lanes.ts'
import type { Manifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'

const filesAtOnce = 4

export interface RestoredFiles {
  readonly restored: number
  readonly present: number
  /** Keys that no copy of the bytes exists of. */
  readonly missing: number
}

export interface RestoreFilesOptions {
  /** As openly as the copy took them: sealed files stay sealed. */
  readonly store: Pick<ObjectStore, 'put' | 'head' | 'delete'>
  readonly onProgress?: (done: number, total: number) => void
}

/** Puts what the store lacks back where it was; ended in the middle, it goes on where it was. */
export async function restoreFiles(
  target: BackupTarget,
  { files }: Manifest,
  { store, onProgress = () => undefined }: RestoreFilesOptions,
): Promise<RestoredFiles> {
  const lanes = new Lanes(filesAtOnce)
  const sum = { restored: 0, present: 0, missing: 0 }
  for await (const file of readFileList(target, files)) {
    if (file.size === null) {
      sum.missing += 1
      continue
    }
    await lanes.add(async () => {
      const there = await store.head(file.key)
      if (there?.size === file.size) sum.present += 1
      else {
        await restoreFile(target, store, file)
        sum.restored += 1
      }
      onProgress(sum.restored + sum.present, files.count)
    })
  }
  await lanes.end()
  return sum
}

async function restoreFile(
  target: BackupTarget,
  store: RestoreFilesOptions['store'],
  file: CopiedFile,
): Promise<void> {
  const digest = createHash('sha256')
  const content = async function* () {
    for (const piece of file.pieces) {
      const bytes = await target.get(piece)
      digest.update(bytes)
      yield bytes
    }
  }
  await store.put(file.key, Readable.from(content()), { maxBytes: file.size })
  if (digest.digest('hex') === file.sha256) return
  await store.delete(file.key)
  throw new DamagedCopy(`File ${file.key} is not what was copied.`)
}
