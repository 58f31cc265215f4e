import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readProofs, type DeletionProof } from './deletion-proof.ts'

const folderName = 'deletions'

/** Beside the checkpoints, which leave the machine: a copy of the database that is older knows nothing of the deletion. */
export async function keepProof(folder: string, proof: DeletionProof): Promise<void> {
  const target = path.join(folder, folderName)
  await mkdir(target, { recursive: true, mode: 0o700 })
  const file = path.join(target, `account-${proof.proof.accountId}.json`)
  await writeFile(`${file}.part`, `${JSON.stringify(proof)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
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
