import { loadConfig, type Config } from '../config.ts'
import { joinDatabase, type DatabaseRuntime } from '../database-runtime.ts'
import type { KeyChange } from '../domain/accounts/index.ts'
import { createPool, openDatabase, WrongSecretKey } from '../platform/db/index.ts'
import { replaceSecretKey, type Replacement } from '../replace-secret-key.ts'
import { adoptNewKey, loadNewKey, loadSecretKey } from '../secret-key.ts'

/**
 * The new key is kept first, then the database changes over in one transaction, then the new key takes the place of the
 * former. Killed in between, the same command finds out how far it came and finishes; null when all was sealed already.
 */
export async function replaceKey(): Promise<Replacement | null> {
  const config = loadConfig()
  const change = { from: await loadSecretKey(config), to: await loadNewKey(config) }
  if (Buffer.from(change.from).equals(change.to)) {
    throw new Error('The new secret key is the same as the current one. Nothing was changed.')
  }
  const replaced = await changeDatabase(config, change)
  await adoptNewKey(config)
  return replaced
}

async function changeDatabase(config: Config, change: KeyChange): Promise<Replacement | null> {
  const underFormer = await joinUnlessWrong(config, change.from)
  // Of neither key: then this says so, and nothing is touched.
  const database = underFormer ?? (await joinDatabase(config, change.to))
  try {
    return underFormer ? await replaceIn(database, config, change) : null
  } finally {
    await database.stop()
  }
}

async function joinUnlessWrong(config: Config, key: Uint8Array): Promise<DatabaseRuntime | null> {
  try {
    return await joinDatabase(config, key)
  } catch (error) {
    if (error instanceof WrongSecretKey) return null
    throw error
  }
}

async function replaceIn(
  { directUrl: url, guard }: DatabaseRuntime,
  config: Config,
  change: KeyChange,
): Promise<Replacement> {
  // One connection: a second one of ours would keep us from having the key to ourselves.
  const db = openDatabase(createPool({ url, max: 1, applicationName: 'vigie key replace', guard }), guard)
  try {
    return await replaceSecretKey(db, config, change)
  } finally {
    await db.close()
  }
}
