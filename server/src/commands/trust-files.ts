import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrustFile } from '@vigie/seals'

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
