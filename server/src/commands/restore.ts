import { writeFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { BackupFault, type Manifest } from '../platform/backup/index.ts'
import { restoreInstallation, type Restored } from '../restore-installation.ts'
import type { RestoredChain } from '../verify-restored.ts'
import { findCopy, withTarget } from './backup.ts'
import { nameOfChain } from './journal-texts.ts'
import { addReleaseCommands, type ReleaseDeps } from './restore-release.ts'
import { StepProgress } from './step-progress.ts'

interface RestoreOptions {
  copy?: string
  at?: Date
  only?: 'database' | 'files'
  keysTo?: string
}

export function restoreCommand(deps: ReleaseDeps): Command {
  const command = new Command('restore')
    .description('bring a copy back: into an empty database and an empty store of files, in quarantine')
    .argument('[place]', 'a folder, or s3://bucket/folder; BACKUP_TO without it')
    .option('--copy <id>', 'this copy; the newest without it')
    .option('--at <time>', 'the newest copy at or before this time, such as 2026-11-18T09:00Z', asTime)
    .addOption(new Option('--only <part>', 'this part alone').choices(['database', 'files']))
    .option('--keys-to <file>', 'write the keys of the copy to this new file; restores nothing')
    .action((place: string | undefined, options: RestoreOptions) => restore(place, options))
  addReleaseCommands(command, deps)
  return command
}

async function restore(place: string | undefined, options: RestoreOptions): Promise<void> {
  await withTarget(place, async (target, config) => {
    const manifest = await findCopy(target, options)
    if (options.keysTo !== undefined) return writeKeys(manifest, options.keysTo)
    const progress = new StepProgress()
    print(`Restoring copy ${manifest.id}, which shows ${manifest.takenAt}.`)
    const restored = await restoreInstallation(
      config,
      { target, manifest },
      {
        only: options.only ?? null,
        onStep: (step) => progress.step(step),
        onProgress: (done, total) => progress.show(done, `of ${total.toLocaleString('en')}`),
      },
    ).finally(() => progress.end())
    tell(manifest, restored)
  })
}

/** Nobody else may read it, and no file is overwritten. */
async function writeKeys({ keys }: Manifest, file: string): Promise<void> {
  if (!keys) throw new BackupFault('The copy holds no keys: it was made without --with-keys.')
  const lines = [`VIGIE_SECRET_KEY=${keys.secretKey}`]
  if (keys.fileKeys !== null) {
    const entries = keys.fileKeys.split(/[,\r\n]+/).map((entry) => entry.trim())
    lines.push(`FILE_KEYS=${entries.filter((entry) => entry !== '' && !entry.startsWith('#')).join(',')}`)
  }
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  print(`The keys of the copy are in ${file}, as settings.`)
}

function tell(manifest: Manifest, { files, chains, quarantined }: Restored): void {
  const broken = chains.filter(({ verdict }) => !verdict.intact)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  if (chains.length > 0) {
    print(`${rows.toLocaleString('en')} rows are back; ${chains.length} journals were walked to their ends.`)
  }
  if (files) {
    const { restored, present, missing } = files
    print(`${restored.toLocaleString('en')} files are back, ${present.toLocaleString('en')} were there.`)
    if (missing > 0)
      print(`NOT IN THE COPY: ${missing} files that its rows name; the store had lost them before.`)
  }
  for (const chain of chains) if (chain.lost) print(describeLoss(manifest, chain))
  if (quarantined) print('The copy is in quarantine: it sends nothing until you release it.')
  for (const chain of broken) print(`BROKEN: ${nameOfChain(chain)} does not hold.`)
  if (broken.length > 0) process.exitCode = 1
}

function describeLoss({ heads }: Manifest, { accountId, chain, lost }: RestoredChain): string {
  const head = heads.find((one) => one.accountId === accountId && one.chain === chain)
  const first = (head?.seq ?? 0) + 1
  return (
    `LOST: ${nameOfChain({ accountId, chain })}, numbers ${first} to ${lost?.seq} at least: the checkpoint files know ` +
    `of them (${lost?.at.toISOString()}), the copy is older.`
  )
}

function asTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give a time such as 2026-11-18T09:00Z.')
  return time
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
