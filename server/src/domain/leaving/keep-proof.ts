import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../../platform/db/index.ts'
import { readProofs, type DeletionProof } from './deletion-proof.ts'

const folderName = 'deletions'

/**
 * Writes the proofs that the database has and the folder lacks. They lie beside the checkpoints, which leave the machine: a
 * copy of the database that is older knows nothing of the deletion.
 */
export async function keepProofs(db: Db, folder: string): Promise<void> {
  const rows = await db.system((tx) =>
    tx.selectFrom('deletion_proof').select(['former_account', 'proof']).orderBy('former_account').execute(),
  )
  if (rows.length === 0) return
  const target = path.join(folder, folderName)
  await mkdir(target, { recursive: true, mode: 0o700 })
  const kept = new Set(await readdir(target))
  for (const { former_account: accountId, proof } of rows) {
    const name = `account-${accountId}.json`
    if (kept.has(name)) continue
    const part = path.join(target, `${name}.part`)
    await writeFile(part, `${proof}\n`, { mode: 0o600, flush: true })
    await rename(part, path.join(target, name))
  }
}

/** All proofs that were kept in the folder of the checkpoints; none where there is no such folder. */
export async function readKeptProofs(folder: string): Promise<DeletionProof[]> {
  const target = path.join(folder, folderName)
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const proofs: DeletionProof[] = []
  for (const name of names.filter((each) => each.endsWith('.json')).toSorted())
    proofs.push(...readProofs(await readFile(path.join(target, name), 'utf8')))
  return proofs
}
