import { createHash } from 'node:crypto'
import { zipEntryNames } from '../../../platform/files/index.ts'
import { formatDateTime } from '../../../platform/kernel/index.ts'
import type { ArchivePart } from './archive.ts'
import type { DossierFile, DossierHead } from './dossier-files.queries.ts'

const manifestName = 'manifest.json'

/** Where each file stands in an archive. */
export function filePaths(files: readonly DossierFile[], above: readonly string[] = []): string[] {
  return zipEntryNames(
    files.map(({ fileId, fileName, documentCode }) => ({
      id: fileId,
      name: fileName,
      folder: [...above, documentCode],
    })),
  )
}

/**
 * The entries of a dossier's archive, and the tag of its bytes. Nothing in it depends on the moment it is asked for:
 * whoever was cut off goes on where they were.
 */
export function dossierArchive(
  { dossierId, thirdpartyId, thirdpartyName, typeCode, reference }: DossierHead,
  files: readonly DossierFile[],
  withheld: readonly DossierFile[],
): { parts: ArchivePart[]; etag: string } {
  const paths = filePaths(files)
  const manifest = {
    format: 'vigie-dossier/1',
    dossier: { dossierId, typeCode, reference },
    thirdParty: { thirdpartyId, name: thirdpartyName },
    files: files.map((file, index) => ({ path: paths[index], ...describe(file) })),
    // Bank details, for a reader who may not see them.
    withheld: withheld.map(({ fileId, documentCode }) => ({ fileId, documentCode })),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const modifiedAt = new Date(Math.max(...files.map(({ uploadedAt }) => uploadedAt.getTime())))
  const parts: ArchivePart[] = files.map((file, index) => ({ name: paths[index]!, file }))
  return {
    parts: [{ name: manifestName, text, modifiedAt }, ...parts],
    etag: `"${createHash('sha256').update(text).digest('hex')}"`,
  }
}

function describe(file: DossierFile) {
  const { fileId, documentId, documentCode, responseId, responseStatus, fileName, size, sha256 } = file
  return {
    fileId,
    documentId,
    documentCode,
    responseId,
    responseStatus,
    fileName,
    size,
    sha256,
    uploadDate: formatDateTime(file.uploadedAt),
  }
}
