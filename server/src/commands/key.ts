import { Command } from 'commander'
import { listAccounts } from '../domain/accounts/index.ts'
import { countPlain, encryptFile, plainFiles, type PlainFile } from '../domain/evaluation/index.ts'
import type { Db } from '../platform/db/index.ts'
import {
  beginRotation,
  countFiles,
  FileIntegrityFailure,
  listFileKeys,
  ObjectNotFound,
  resealFiles,
  type StartedRotation,
  type FileKeys,
  type ObjectStore,
  type Resealed,
} from '../platform/files/index.ts'
import type { Replacement } from '../replace-secret-key.ts'
import { AppError, jobScope, type Scope } from '../platform/kernel/index.ts'
import { showList } from './accounts-io.ts'
import { FileProgress } from './file-progress.ts'

export interface KeyContext {
  readonly db: Db
  /** Whether this installation encrypts new files. */
  readonly encrypting: boolean
  openFileKeys(): Promise<FileKeys>
  openStore(): Promise<ObjectStore>
  close(): Promise<void>
}

export interface KeyDeps {
  open(): Promise<KeyContext>
  /** Null when an earlier attempt had sealed everything already. */
  replace(): Promise<Replacement | null>
}

interface RotateOptions {
  installationKey?: boolean
  encryptPlain?: boolean
  json?: boolean
}

const batch = 100

export function keyCommand(deps: KeyDeps): Command {
  const withContext = async (work: (context: KeyContext) => Promise<void>): Promise<void> => {
    const context = await deps.open()
    try {
      await work(context)
    } finally {
      await context.close()
    }
  }
  const command = new Command('key').description(
    'the secret key of the installation, and the keys that encrypt files',
  )
  command
    .command('rotate')
    .description(
      'switch to another key and re-encrypt all file keys under it; continues where it was interrupted',
    )
    .option('--encrypt-plain', 'then encrypt the files that are not encrypted yet')
    .option('--installation-key', 'use a key derived from the secret key, even if FILE_KEYS is set')
    .option('--json', 'answer in JSON')
    .action((options: RotateOptions) => withContext((context) => rotate(context, options)))
  command
    .command('replace')
    .description(
      're-encrypt everything under a new secret key, while nothing else runs; finishes an interrupted run',
    )
    .option('--json', 'answer in JSON')
    .action(async (options: { json?: boolean }) => {
      const replaced = await deps.replace()
      print(options.json ? JSON.stringify(replaced) : describeReplacement(replaced))
    })
  command
    .command('status')
    .description('list the keys and how many files each protects')
    .option('--json', 'answer in JSON')
    .action((options: { json?: boolean }) => withContext((context) => showStatus(context, options)))
  return command
}

async function rotate(context: KeyContext, options: RotateOptions): Promise<void> {
  const { db, encrypting } = context
  if (options.encryptPlain && !encrypting) {
    throw new Error('FILE_ENCRYPTION is off: new files would still be stored unencrypted. Turn it on first.')
  }
  const keys = await context.openFileKeys()
  const toInstallation = options.installationKey === true
  const known = { db, keys, accountIds: await accountIdsOf(db) }
  const started = await beginRotation(known, { toInstallation })
  // Asked again: an account made in between may have files under the former key, one made later cannot.
  const accountIds = await accountIdsOf(db)
  const progress = new FileProgress('Re-encrypting file keys', started.stale)
  const onProgress = (done: number) => progress.show(done)
  const sealed = await resealFiles({ db, keys, accountIds }, started.keyId, onProgress).finally(() =>
    progress.end(),
  )
  const copied = options.encryptPlain ? await encryptPlain(context, accountIds) : noneEncrypted
  if (sealed.failed + copied.unreadable + copied.left > 0) process.exitCode = 1
  const { keyId, state } = started
  const outcome = { keyId, state, ...sealed, ...copied }
  print(options.json ? JSON.stringify(outcome) : describeOutcome(outcome))
}

interface Encrypted {
  encrypted: number
  /** Files whose bytes are missing or not those that were received; they stay as they are. */
  unreadable: number
  /** Files whose answers somebody else was at work on. */
  left: number
}
const noneEncrypted: Encrypted = { encrypted: 0, unreadable: 0, left: 0 }

async function encryptPlain(context: KeyContext, accountIds: readonly number[]): Promise<Encrypted> {
  const { db } = context
  const store = await context.openStore()
  const progress = new FileProgress('Encrypting files', await countPlainFiles(db, accountIds))
  const sum = { ...noneEncrypted }
  try {
    for (const accountId of accountIds) {
      const scope = jobScope(accountId, 'key rotate')
      for (let after = ''; ;) {
        const files = await db.read(scope, (tx) => plainFiles(tx, scope, { after, limit: batch }))
        for (const file of files) {
          sum[await encryptOne({ db, store }, scope, file)] += 1
          progress.show(sum.encrypted + sum.unreadable + sum.left)
        }
        if (files.length < batch) break
        after = files.at(-1)?.objectKey ?? ''
      }
    }
    return sum
  } finally {
    progress.end()
    await store.close()
  }
}

async function encryptOne(
  deps: { db: Db; store: ObjectStore },
  scope: Scope,
  file: PlainFile,
): Promise<keyof Encrypted> {
  try {
    // One that was deleted meanwhile lies in plain no longer.
    await encryptFile(deps, scope, file)
    return 'encrypted'
  } catch (error) {
    if (error instanceof AppError && error.code === 'WRITE_CONFLICT') return 'left'
    if (!(error instanceof FileIntegrityFailure) && !(error instanceof ObjectNotFound)) throw error
    process.stderr.write(`${error.message}\n`)
    return 'unreadable'
  }
}

async function showStatus(context: KeyContext, options: { json?: boolean }): Promise<void> {
  const { db } = context
  const [keys, accountIds] = [await context.openFileKeys(), await accountIdsOf(db)]
  const counts = await countFiles({ db, accountIds })
  const rows = []
  for (const { keyId, createdAt, supersededAt } of await db.system((tx) => listFileKeys(tx))) {
    rows.push({
      keyId,
      current: supersededAt === null,
      known: await keys.knows(keyId),
      files: counts.get(keyId) ?? 0,
      createdAt: createdAt.toISOString(),
    })
  }
  showList(rows, options)
  if (!options.json) print(`Unencrypted files: ${await countPlainFiles(db, accountIds)}`)
}

async function countPlainFiles(db: Db, accountIds: readonly number[]): Promise<number> {
  let files = 0
  for (const accountId of accountIds) {
    const scope = jobScope(accountId, 'key rotate')
    files += await db.read(scope, (tx) => countPlain(tx, scope))
  }
  return files
}

async function accountIdsOf(db: Db): Promise<number[]> {
  return (await db.system(listAccounts)).map(({ accountId }) => accountId)
}

type Outcome = Pick<StartedRotation, 'keyId' | 'state'> & Resealed & Encrypted

function describeOutcome({ keyId, state, resealed, failed, encrypted, unreadable, left }: Outcome): string {
  const firstLine = {
    MADE: `${keyId} is the current key.`,
    RESUMED: `${keyId} was already the current key; the rotation to it is now complete.`,
    UNCHANGED: `${keyId} was already the current key. To use another one, put it first in FILE_KEYS or FILE_KEYS_FILE.`,
  }[state]
  return [
    firstLine,
    `Re-encrypted: ${resealed}.`,
    ...(failed > 0
      ? [`NOT RE-ENCRYPTED: ${failed}. Their key is not known here: see vigie key status.`]
      : []),
    ...(encrypted > 0
      ? [`Encrypted: ${encrypted}. A worker deletes the unencrypted originals in an hour.`]
      : []),
    ...(unreadable > 0 ? [`NOT ENCRYPTED: ${unreadable}. Their content is missing or damaged.`] : []),
    ...(left > 0 ? [`NOT ENCRYPTED: ${left}. They were in use: run this again.`] : []),
  ].join('\n')
}

function describeReplacement(replaced: Replacement | null): string {
  const last =
    'Give every process the new key, then start them. What no longer works: see docs/operations.md.'
  if (!replaced) return `Everything was already encrypted under the new secret key. ${last}`
  const { signingKeys, authenticators, identityProviders, webhooks, providers, files, recoveryCodesEnded } =
    replaced
  const all = [signingKeys, authenticators, identityProviders, webhooks, providers, files]
  const unreadable = all.reduce((sum, one) => sum + one.unreadable, 0)
  return [
    'The database is now encrypted under the new secret key.',
    `Re-encrypted: ${signingKeys.resealed} signing keys, ${authenticators.resealed} authenticators, ` +
      `${webhooks.resealed} webhooks, ${providers.resealed} provider secrets, ${files.resealed} files.`,
    ...(recoveryCodesEnded > 0 ? [`Recovery codes that ended: ${recoveryCodesEnded}.`] : []),
    ...(unreadable > 0
      ? [`LEFT AS THEY ARE: ${unreadable}, which the former key could not open either.`]
      : []),
    last,
  ].join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
