import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Db } from '../../../platform/db/index.ts'
import {
  ObjectNotFound,
  zipPlan,
  zipStream,
  type ByteRange,
  type ObjectStore,
  type ZipEntry,
  type ZipPlan,
} from '../../../platform/files/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { currentObject, type DossierFile } from './dossier-files.queries.ts'

/** One entry: a stored file, or a text of ours. */
export type ArchivePart =
  | { readonly name: string; readonly file: DossierFile }
  | { readonly name: string; readonly text: string; readonly modifiedAt: Date }

interface Archive {
  readonly plan: ZipPlan
  readonly open: (range?: ByteRange) => Readable
}

interface Deps {
  readonly db: Db
  readonly store: ObjectStore
  readonly scope: Scope
}

/** An archive whose length and bytes are known before the first of them is read. */
export function archiveOf(deps: Deps, parts: readonly ArchivePart[]): Archive {
  const plan = zipPlan(parts.map(entryOf))
  const open = (index: number, range?: ByteRange) => openPart(deps, parts[index]!, range)
  return { plan, open: (range) => zipStream(plan, open, range) }
}

function entryOf(part: ArchivePart): ZipEntry {
  const { name } = part
  if ('file' in part) {
    const { size, sha256, crc32: sum, uploadedAt } = part.file
    return { name, size, sha256, crc32: sum, modifiedAt: uploadedAt }
  }
  const bytes = Buffer.from(part.text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, size: bytes.length, sha256, crc32: crc32(bytes), modifiedAt: part.modifiedAt }
}

async function openPart({ db, store, scope }: Deps, part: ArchivePart, range?: ByteRange): Promise<Readable> {
  if ('text' in part) {
    const bytes = Buffer.from(part.text)
    return Readable.from([range ? bytes.subarray(range.start, (range.end ?? bytes.length) + 1) : bytes])
  }
  // Promised in the plan and gone since: the archive ends here rather than hold something else, or too much.
  const objectKey = await db.read(scope, (tx) => currentObject(tx, scope, part.file))
  if (objectKey === null) throw new ObjectNotFound(part.file.objectKey)
  return store.get(objectKey, range)
}
