import { readFileList } from './file-list.ts'
import type { Manifest } from './manifest.ts'
import { NameSet } from './name-set.ts'
import { copiesToKeep, type RetentionRule } from './retention.ts'
import type { BackupTarget } from './target.ts'

export interface Pruned {
  readonly copies: readonly string[]
  readonly objects: number
  readonly bytes: number
}

export interface PruneOptions {
  readonly rule: RetentionRule
  /** Contents of no copy stay until then: a backup that was cut short finds them again. */
  readonly before: Date
  readonly signal?: AbortSignal
}

/**
 * Removes the copies that the rule does not keep, then what belongs to no copy any more. The manifests go first: ended
 * in between, no copy is left that lacks something. Only ever together with the lock of the backups.
 */
export async function pruneCopies(target: BackupTarget, options: PruneOptions): Promise<Pruned> {
  const manifests: Manifest[] = []
  for (const id of await target.copyIds()) manifests.push(await target.readManifest(id))
  const keep = copiesToKeep(
    manifests.map(({ id, takenAt }) => ({ id, takenAt: new Date(takenAt) })),
    options.rule,
  )
  // Before anything is removed: a copy that cannot be read stops it all.
  const needed = new NameSet()
  for (const manifest of manifests.filter(({ id }) => keep.has(id))) {
    await addNames(target, manifest, needed)
    options.signal?.throwIfAborted()
  }
  const copies = manifests.filter(({ id }) => !keep.has(id)).map(({ id }) => id)
  for (const id of copies) await target.deleteManifest(id)
  const sum = { objects: 0, bytes: 0 }
  for await (const { name, size, modifiedAt } of target.place.list('objects')) {
    options.signal?.throwIfAborted()
    if (needed.has(name.slice(name.lastIndexOf('/') + 1)) || modifiedAt >= options.before) continue
    await target.place.delete(name)
    sum.objects += 1
    sum.bytes += size
  }
  return { copies, ...sum }
}

async function addNames(target: BackupTarget, manifest: Manifest, needed: NameSet): Promise<void> {
  for (const { chunks } of manifest.tables) for (const name of chunks) needed.add(name)
  for (const name of manifest.files.chunks) needed.add(name)
  for await (const file of readFileList(target, manifest.files)) {
    if (file.size !== null) for (const piece of file.pieces) needed.add(piece)
  }
}
