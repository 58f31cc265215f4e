import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import type { SigningConfig } from './config-checkpoints.ts'
import { ConfigurationError } from './config-readers.ts'
import { listAccounts } from './domain/accounts/index.ts'
import { updateAdministrationCheckpoints } from './platform/administration/index.ts'
import { findQuarantine, type Db } from './platform/db/index.ts'
import {
  commandSigner,
  createCheckpointSigner,
  updateCheckpoints,
  publicKeyOfPem,
  signerOfPem,
  type CheckpointKeeping,
  type CheckpointSigner,
} from './platform/journal/index.ts'

/** Who signs the checkpoints of this installation, and where they are kept besides the database. */
export function openCheckpoints(
  { checkpoints }: Pick<Config, 'checkpoints'>,
  secretKey: Uint8Array,
): CheckpointKeeping {
  return { signer: openSigner(checkpoints.signing, secretKey), folder: checkpoints.folder }
}

function openSigner(signing: SigningConfig, secretKey: Uint8Array): CheckpointSigner {
  switch (signing.kind) {
    case 'derived':
      return createCheckpointSigner(secretKey)
    case 'file':
      return ofFile('CHECKPOINT_KEY_FILE', () => {
        requireOwnFile(signing.keyFile)
        return signerOfPem(readFileSync(signing.keyFile, 'utf8'))
      })
    case 'command': {
      const publicKey = ofFile('CHECKPOINT_PUBLIC_KEY_FILE', () =>
        publicKeyOfPem(readFileSync(signing.publicKeyFile, 'utf8')),
      )
      return commandSigner({ ...signing, publicKey })
    }
  }
}

/** What OpenSSL says of a bad key may quote it: the sentence is ours. */
function ofFile<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const why = /^E[A-Z]+$/.test(code) ? `could not be read (${code})` : 'holds no Ed25519 key in PEM'
    throw new ConfigurationError(`The file of ${setting} ${why}.`)
  }
}

const forOthers = 0o077

function requireOwnFile(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & forOthers) === 0) return
  throw new ConfigurationError(
    'The file of CHECKPOINT_KEY_FILE can be read by others than its owner; run: chmod 600 on it.',
  )
}

interface WarningLog {
  warn(values: object, message: string): void
}

/** In production, loudly: whoever can write the journal could write these files as well. */
export function warnOfNearCheckpoints(config: Config, log: WarningLog): void {
  const { folder } = config.checkpoints
  if (!config.production || !liesWithin(folder, config.dataDir)) return
  log.warn(
    { setting: 'CHECKPOINT_DIR' },
    `the checkpoints of the journal are kept in ${folder}, inside the data folder: whoever can rewrite the journal ` +
      'there can rewrite them too; choose a place of another owner (docs/operations.md, Checkpoints of the journal)',
  )
}

function liesWithin(folder: string, parent: string): boolean {
  const way = path.relative(realPath(parent), realPath(folder))
  return way === '' || (way.split(path.sep)[0] !== '..' && !path.isAbsolute(way))
}

/** Through links, as far as the path exists yet. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const parent = path.dirname(file)
    return parent === file ? file : path.join(realPath(parent), path.basename(file))
  }
}

const stopLimitMs = 5_000

/** At the end of a process: what it wrote since the last checkpoint is vouched for at once, as far as time allows. */
export async function lastCheckpoints(
  db: Db,
  keeping: CheckpointKeeping,
  log: { error(values: object, message: string): void },
): Promise<void> {
  // A copy signs nothing: the installation it was taken from goes on, and so do its checkpoints.
  if ((await db.system(findQuarantine)) !== null) return
  const accountIds = (await db.system(listAccounts)).map(({ accountId }) => accountId)
  const run = { accountIds, log, signal: AbortSignal.timeout(stopLimitMs) }
  await updateCheckpoints(db, keeping, run)
  await updateAdministrationCheckpoints(db, keeping, run)
}
