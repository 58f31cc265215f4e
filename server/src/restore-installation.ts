import type pg from 'pg'
import type { Config } from './config.ts'
import { keyCheckOf, migrateDatabase, openServer } from './database-runtime.ts'
import { openBareStore } from './open-store.ts'
import { findSecretKey, keepSecretKey } from './secret-key.ts'
import {
  BackupFault,
  loadCopy,
  restoreFiles,
  type BackupTarget,
  type Manifest,
  type RestoredFiles,
} from './platform/backup/index.ts'
import {
  backupRole,
  loadMigrations,
  ownerRole,
  prepareDatabase,
  quarantineDatabase,
  withClient,
} from './platform/db/index.ts'
import { installJobs } from './platform/jobs/index.ts'
import { verifyRestored, type RestoredChain } from './verify-restored.ts'

export interface RestoreOptions {
  readonly only: 'database' | 'files' | null
  readonly onStep: (step: string) => void
  readonly onProgress: (done: number, total: number) => void
}

export interface Restored {
  readonly files: RestoredFiles | null
  readonly chains: readonly RestoredChain[]
  readonly quarantined: boolean
}

/** Brings a copy to life in an empty database and an empty store, in quarantine. */
export async function restoreInstallation(
  config: Config,
  { target, manifest }: { readonly target: BackupTarget; readonly manifest: Manifest },
  options: RestoreOptions,
): Promise<Restored> {
  await refuseOtherVersion(manifest)
  const secretKey = await chooseKey(config, manifest)
  const store = await openBareStore(config)
  try {
    if (options.only === null) {
      for await (const { key } of store.list({})) {
        throw new BackupFault(
          `The store of files is not empty (${key}). Restore into an empty one, or only a part with --only.`,
        )
      }
    }
    const database =
      options.only === 'files'
        ? null
        : await restoreDatabase(config, { target, manifest, secretKey }, options)
    if (options.only === 'database') return { files: null, chains: [], quarantined: false, ...database }
    options.onStep('Restoring files')
    const files = await restoreFiles(target, manifest, { store, onProgress: options.onProgress })
    return { chains: [], quarantined: false, ...database, files }
  } finally {
    await store.close()
  }
}

/** Refused before anything is touched. */
async function refuseOtherVersion({ migrations, version }: Manifest): Promise<void> {
  const known = new Map((await loadMigrations()).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (!known.has(name)) {
      throw new BackupFault(
        `The copy was made by a newer Vigie (${version}, ${name}); restore it with that version.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new BackupFault(
        `The copy was made by a version of Vigie that was never released (its ${name} is another one).`,
      )
    }
  }
}

/** The key of this installation if it is the copy's, else the one in the copy. */
async function chooseKey(config: Config, { keyCheck, keys }: Manifest): Promise<Uint8Array> {
  const fits = (key: Uint8Array) => keyCheckOf(key).toString('hex') === keyCheck
  const present = await findSecretKey(config)
  if (present) {
    if (fits(present)) return present
    throw new BackupFault(
      'The secret key given here is not the one of the copy. Give the key of the installation that was backed up ' +
        '(VIGIE_SECRET_KEY, or secret.key in the data folder).',
    )
  }
  const copied = keys && Buffer.from(keys.secretKey, 'base64')
  if (!copied || !fits(copied)) {
    throw new BackupFault(
      'The copy holds no keys: set VIGIE_SECRET_KEY to the key of the installation that was backed up.',
    )
  }
  // In production with DATABASE_URL the key is the operator's to set: see --keys-to.
  if (config.databaseUrl === null || !config.production) await keepSecretKey(config, copied)
  return copied
}

interface DatabasePart {
  readonly target: BackupTarget
  readonly manifest: Manifest
  readonly secretKey: Uint8Array
}

async function restoreDatabase(
  config: Config,
  { target, manifest, secretKey }: DatabasePart,
  { onStep, onProgress }: RestoreOptions,
): Promise<Pick<Restored, 'chains' | 'quarantined'>> {
  const server = await openServer(config, { onProgress: onStep, onIncident: onStep })
  const { adminUrl } = server
  const origin = { copyTakenAt: new Date(manifest.takenAt), restoredAt: new Date() }
  try {
    await clearEmpty(adminUrl)
    const through = manifest.migrations.at(-1)?.name ?? ''
    onStep('Making the schema of the copy')
    await prepareDatabase({ adminUrl, appPassword: null, asOwner: installJobs, through })
    onStep('Restoring the database')
    let isQuarantined = await asOwner(adminUrl, (owner) =>
      loadCopy(target, manifest, {
        owner,
        onProgress: (_step, done, total) => onProgress(done, total),
        // With the rows: nobody can start it before.
        beforeCommit: () => quarantineDatabase(owner, origin),
      }),
    )
    const hooks = { adminUrl, onProgress: onStep, onIncident: onStep }
    const { directUrl } = await migrateDatabase(config, secretKey, hooks)
    // A copy from before there was a quarantine has a place for it only now.
    if (!isQuarantined) isQuarantined = await asOwner(adminUrl, (owner) => quarantineDatabase(owner, origin))
    onStep('Verifying the journals')
    const { folder } = config.checkpoints
    return { chains: await verifyRestored(directUrl, { manifest, folder }), quarantined: isQuarantined }
  } finally {
    await server.stop()
  }
}

/** A schema without an account is what a first start or an interrupted restore left; it is made anew. */
async function clearEmpty(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query(`select where to_regnamespace('vigie') is not null`)
    if (rowCount === 0) return
    if (!(await holdsNothing(client))) {
      throw new BackupFault('The database is not empty. Restore into an empty one; nothing was changed.')
    }
    await client.query(`set role ${ownerRole}`)
    await client.query('drop schema if exists graphile_worker cascade')
    await client.query('drop schema vigie cascade')
  })
}

async function holdsNothing(client: pg.Client): Promise<boolean> {
  const { rowCount: tables } = await client.query(`select where to_regclass('vigie.account') is not null`)
  if (tables === 0) return true
  try {
    await client.query(`set role ${backupRole}`)
    const { rowCount } = await client.query('select from vigie.account limit 1')
    return rowCount === 0
  } catch {
    return false
  } finally {
    await client.query('reset role')
  }
}

function asOwner<T>(adminUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return withClient(adminUrl, async (client) => {
    client.on('error', () => undefined)
    await client.query(`set role ${ownerRole}`)
    return work(client)
  })
}
