import { createAccounts, createSecurityLog } from '../domain/accounts/index.ts'
import { loadConfig } from '../config.ts'
import { joinDatabase } from '../database-runtime.ts'
import { createPool, openDatabase } from '../platform/db/index.ts'
import { systemClock } from '../platform/kernel/index.ts'
import { openAnchors } from '../open-anchors.ts'
import { openCheckpoints } from '../open-checkpoints.ts'
import { openFileKeys } from '../open-file-keys.ts'
import { openReferences } from '../open-references.ts'
import { openSecurityFile } from '../open-security-log.ts'
import { openStore } from '../open-store.ts'
import { loadSecretKey } from '../secret-key.ts'

/** What a command works with: the same database and keys as the service, running or not. */
export async function openForCommand() {
  const config = loadConfig()
  const secretKey = await loadSecretKey(config)
  const database = await joinDatabase(config, secretKey)
  const { directUrl: url, guard } = database
  const db = openDatabase(createPool({ url, max: 4, applicationName: 'vigie command', guard }), guard)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const log = createSecurityLog({ write: openSecurityFile(config), process: 'command' })
  const accounts = createAccounts({ db, clock: systemClock, secretKey, publicUrl, log })
  const anchors = openAnchors(config)
  return {
    db,
    accounts,
    checkpoints: openCheckpoints(config, secretKey),
    anchors,
    references: openReferences(config, db),
    imports: config.imports,
    lists: config.lists,
    clock: systemClock,
    encrypting: config.fileEncryption.on,
    openFileKeys: () => openFileKeys(config, secretKey),
    openStore: () => openStore(config, { db, secretKey }),
    close: async () => {
      anchors.store?.close()
      await db.close()
      await database.stop()
    },
  }
}
