import type { Db, Tx } from '../../db/index.ts'
import { FileKeyMissing } from '../object-store.ts'
import { labelOf, openSecret, type FileKeys } from './encrypted-store.ts'
import {
  countByKey,
  currentKeyId,
  listDerivedKeyIds,
  lockKeys,
  lockSealed,
  lockStale,
  makeCurrent,
  replaceSeals,
  type SealedFile,
} from './file-keys.queries.ts'
import { wholeAccount } from '../../kernel/index.ts'

const batch = 500

export interface RotationDeps {
  readonly db: Db
  readonly keys: FileKeys
  readonly accountIds: readonly number[]
}

export interface StartedRotation {
  readonly keyId: string
  /** MADE: another key is current now. RESUMED: an earlier rotation had not come to its end. */
  readonly state: 'MADE' | 'RESUMED' | 'UNCHANGED'
  /** Files that are sealed under other keys. */
  readonly stale: number
}

/**
 * Decides under which key all files are to be sealed, and makes it current: the first the operator gave; else a new
 * one of the installation, unless a rotation that was cut short is to be finished first.
 */
export async function beginRotation(
  { db, keys, accountIds }: RotationDeps,
  { toInstallation }: { readonly toInstallation: boolean },
): Promise<StartedRotation> {
  const preferred = toInstallation ? null : await keys.preferredId()
  const counts = await countFiles({ db, accountIds })
  // Files whose key is lost stay where they are: they must not keep every later rotation from beginning.
  const movable = await filterKnown(keys, [...counts.keys()])
  return db.system(async (tx) => {
    await lockKeys(tx)
    const current = await currentKeyId(tx)
    const isCutShort = current !== null && movable.some((id) => id !== current)
    const canGoOn = isCutShort && (await keys.knows(current))
    const keyId = preferred ?? (canGoOn ? current : keys.newId())
    if (keyId !== current) await makeCurrent(tx, keyId)
    const stale = [...counts].filter(([id]) => id !== keyId).reduce((sum, [, files]) => sum + files, 0)
    return { keyId, stale, state: keyId !== current ? 'MADE' : stale > 0 ? 'RESUMED' : 'UNCHANGED' }
  })
}

async function filterKnown(keys: FileKeys, keyIds: readonly string[]): Promise<string[]> {
  const known = await Promise.all(keyIds.map((keyId) => keys.knows(keyId)))
  return keyIds.filter((_, i) => known[i])
}

/** How many files of all these accounts each key seals. */
export async function countFiles({
  db,
  accountIds,
}: Pick<RotationDeps, 'db' | 'accountIds'>): Promise<Map<string, number>> {
  const total = new Map<string, number>()
  for (const accountId of accountIds) {
    const ofAccount = await db.read(wholeAccount(accountId), (tx) => countByKey(tx, { accountId }))
    for (const [keyId, files] of ofAccount) total.set(keyId, (total.get(keyId) ?? 0) + files)
  }
  return total
}

export interface Resealed {
  resealed: number
  /** Files whose present key is not at hand; they stay as they are. */
  failed: number
}

/** Seals the secrets of all files under the current key, some hundreds at a time; the files themselves stay untouched. */
export async function resealFiles(
  { db, keys, accountIds }: RotationDeps,
  keyId: string,
  onProgress: (done: number) => void,
): Promise<Resealed> {
  const sum: Resealed = { resealed: 0, failed: 0 }
  for (const accountId of accountIds) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      const step = await db.write(wholeAccount(accountId), async (tx) => {
        const locked = await lockStale(tx, { accountId }, { keyId, after: from, limit: batch })
        const renewed = await Promise.all(locked.map((file) => resealKeys(keys, keyId, file)))
        const done = renewed.filter((one) => one !== null)
        if (done.length > 0) await replaceSeals(tx, { accountId }, keyId, done)
        const next = locked.length === batch ? (locked.at(-1)?.objectKey ?? null) : null
        return { next, resealed: done.length, failed: locked.length - done.length }
      })
      sum.resealed += step.resealed
      sum.failed += step.failed
      onProgress(sum.resealed + sum.failed)
      after = step.next
    }
  }
  return sum
}

/**
 * The same for keys that follow from the secret key, when that is replaced: their ids stay, the keys behind them change.
 * In the caller's transaction, which every file is part of or none.
 */
export async function resealUnderSameKeys(
  tx: Tx,
  scope: { readonly accountId: number },
  { former, present }: { readonly former: FileKeys; readonly present: FileKeys },
): Promise<{ resealed: number; unreadable: number }> {
  const sum = { resealed: 0, unreadable: 0 }
  for (const keyId of await listDerivedKeyIds(tx)) {
    for (let after: string | null = ''; after !== null;) {
      const files = await lockSealed(tx, scope, { keyId, after, limit: batch })
      const renewed = []
      for (const { objectKey, sealedSecret } of files) {
        const secret = await former.unseal(keyId, labelOf(objectKey), sealedSecret)
        if (secret)
          renewed.push({ objectKey, sealedSecret: await present.seal(keyId, labelOf(objectKey), secret) })
      }
      if (renewed.length > 0) await replaceSeals(tx, scope, keyId, renewed)
      sum.resealed += renewed.length
      sum.unreadable += files.length - renewed.length
      after = files.length === batch ? (files.at(-1)?.objectKey ?? null) : null
    }
  }
  return sum
}

async function resealKeys(
  keys: FileKeys,
  keyId: string,
  file: SealedFile,
): Promise<Pick<SealedFile, 'objectKey' | 'sealedSecret'> | null> {
  const { objectKey } = file
  try {
    const secret = await openSecret(keys, file)
    return { objectKey, sealedSecret: await keys.seal(keyId, labelOf(objectKey), secret) }
  } catch (error) {
    if (error instanceof FileKeyMissing) return null
    throw error
  }
}
