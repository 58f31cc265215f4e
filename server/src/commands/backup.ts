import { Command } from 'commander'
import { loadConfig, type Config } from '../config.ts'
import { joinDatabase } from '../database-runtime.ts'
import { openBackupTarget, runBackup, runPruning } from '../open-backup.ts'
import {
  BackupFault,
  verifyCopy,
  type BackupStep,
  type BackupTarget,
  type CopyVerdict,
  type Manifest,
} from '../platform/backup/index.ts'
import { loadSecretKey } from '../secret-key.ts'
import { untilAsked } from '../shutdown.ts'
import { StepProgress } from './step-progress.ts'

interface BackupOptions {
  withKeys?: boolean
  full?: boolean
  json?: boolean
}

export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the database and the files to a folder or an S3 bucket, encrypted; only what is new')
    .argument('[place]', 'a folder, or s3://bucket/folder; BACKUP_TO without it')
    .option('--with-keys', 'also put the secret key and the file keys into the copy')
    .option('--full', 'verify the files of earlier copies as well')
    .option('--json', 'answer in JSON')
    .action((place: string | undefined, options: BackupOptions) => backUp(place, options))
  command
    .command('list')
    .description('list the copies')
    .argument('[place]', 'as for a backup')
    .option('--json', 'answer in JSON')
    .action((place: string | undefined, _options: object, self: Command) =>
      withTarget(place, (target) => listCopies(target, self.optsWithGlobals<BackupOptions>())),
    )
  command
    .command('verify')
    .description('prove that a copy is whole: contents, rows, journals, checkpoints, files')
    .argument('[place]', 'as for a backup')
    .option('--copy <id>', 'this copy; the newest without it')
    .option('--full', 'also read every file')
    .option('--json', 'answer in JSON')
    .action((place: string | undefined, _options: object, self: Command) =>
      withTarget(place, (target) =>
        verify(target, self.optsWithGlobals<BackupOptions & { copy?: string }>()),
      ),
    )
  command
    .command('prune')
    .description('remove the copies that BACKUP_KEEP does not keep; never the newest')
    .argument('[place]', 'as for a backup')
    .option('--json', 'answer in JSON')
    .action((place: string | undefined, _options: object, self: Command) =>
      prune(place, self.optsWithGlobals<BackupOptions>()),
    )
  return command
}

/** For commands that need no database. */
export async function withTarget<T>(
  place: string | undefined,
  work: (target: BackupTarget, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig()
  const target = await openBackupTarget(config, place, { create: false })
  try {
    return await work(target, config)
  } finally {
    target.place.close()
  }
}

const steps: Record<BackupStep, string> = {
  tables: 'Copying the database',
  files: 'Copying files',
  verify: 'Verifying the copy',
}

async function backUp(place: string | undefined, options: BackupOptions): Promise<void> {
  const config = loadConfig()
  const target = await openBackupTarget(config, place, { create: true })
  const secretKey = await loadSecretKey(config)
  const database = await joinDatabase(config, secretKey)
  const progress = new StepProgress()
  const stopping = new AbortController()
  void untilAsked(config).asked.then((reason) =>
    stopping.abort(new Error(`${reason}: the backup was not finished.`)),
  )
  let present: BackupStep | null = null
  try {
    const { manifest, verdict } = await runBackup(config, target, {
      adminUrl: database.adminUrl,
      secretKey,
      withKeys: options.withKeys ?? config.backup.withKeys,
      full: options.full ?? false,
      signal: stopping.signal,
      onProgress: (step, done, detail) => {
        if (step !== present) progress.step(steps[step])
        present = step
        progress.show(done, step === 'files' ? detail : `rows (${detail})`)
      },
    })
    progress.end()
    tell(manifest, verdict, options)
    if (verdict.faults.length > 0) throw new BackupFault('The backup did not verify; it is not a copy.')
  } finally {
    progress.end()
    target.place.close()
    await database.stop()
  }
}

async function verify(target: BackupTarget, options: BackupOptions & { copy?: string }): Promise<void> {
  const manifest = await findCopy(target, options)
  const progress = new StepProgress()
  progress.step(`${steps.verify} ${manifest.id}`)
  const verdict = await verifyCopy(target, manifest, {
    files: options.full ? 'all' : 'none',
    onProgress: (done, detail) => progress.show(done, detail),
  }).finally(() => progress.end())
  tell(manifest, verdict, options)
  if (verdict.faults.length > 0) process.exitCode = 1
}

/** The newest at or before a time, or the one that is named. */
export async function findCopy(
  target: BackupTarget,
  { copy, at }: { readonly copy?: string; readonly at?: Date },
): Promise<Manifest> {
  if (copy !== undefined) return target.readManifest(copy)
  for (const id of (await target.copyIds()).toReversed()) {
    const manifest = await target.readManifest(id)
    if (at === undefined || new Date(manifest.takenAt) <= at) return manifest
  }
  const when = at === undefined ? '' : ` of ${at.toISOString()} or before`
  throw new BackupFault(`There is no copy${when} in ${target.place.address}.`)
}

async function listCopies(target: BackupTarget, { json }: BackupOptions): Promise<void> {
  const copies = []
  for (const id of await target.copyIds()) copies.push(inJson(await target.readManifest(id)))
  if (json) return print(JSON.stringify(copies))
  if (copies.length === 0) return print('There is no copy.')
  for (const copy of copies) {
    print(
      `${copy.id}  ${copy.takenAt}  ${count(copy.rows)} rows, ${count(copy.files)} files, ` +
        `${megabytes(copy.addedBytes)} added${copy.withKeys ? ', with keys' : ''}, Vigie ${copy.version}`,
    )
  }
}

async function prune(place: string | undefined, { json }: BackupOptions): Promise<void> {
  const config = loadConfig()
  const target = await openBackupTarget(config, place, { create: false })
  const database = await joinDatabase(config, await loadSecretKey(config))
  try {
    const pruned = await runPruning(config, target, database)
    const { copies, objects, bytes } = pruned
    print(
      json
        ? JSON.stringify(pruned)
        : `Removed ${copies.length} copies and ${count(objects)} contents of no copy (${megabytes(bytes)}).`,
    )
  } finally {
    target.place.close()
    await database.stop()
  }
}

function tell(manifest: Manifest, verdict: CopyVerdict, { json }: BackupOptions): void {
  const { rows, files, filesRead, faults, chains } = verdict
  if (json)
    return print(JSON.stringify({ ...inJson(manifest), verified: { rows, files, filesRead, faults } }))
  const missing = manifest.files.missing
  print(`Copy ${manifest.id} shows ${manifest.takenAt}.`)
  print(
    `${count(rows)} rows of ${verdict.tables} tables, ${count(files)} files (${megabytes(manifest.files.bytes)}), ` +
      `${count(filesRead)} of them read; ${chains.length} journals walked to their ends.`,
  )
  print(`Added ${count(manifest.added.objects)} contents, ${megabytes(manifest.added.bytes)}.`)
  if (missing > 0) print(`NOT IN THE STORE: ${count(missing)} files that the database names.`)
  print(faults.length === 0 ? 'Verified: all of it is whole.' : `NOT WHOLE:\n- ${faults.join('\n- ')}`)
}

function inJson({ id, takenAt, finishedAt, version, tables, files, added, keys }: Manifest) {
  return {
    id,
    takenAt,
    finishedAt,
    version,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.count,
    fileBytes: files.bytes,
    missingFiles: files.missing,
    addedObjects: added.objects,
    addedBytes: added.bytes,
    withKeys: keys !== null,
  }
}

const count = (number: number) => number.toLocaleString('en')
const megabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
