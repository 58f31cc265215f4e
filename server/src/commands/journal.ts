import { Command, InvalidArgumentError, Option } from 'commander'
import { listAccounts } from '../domain/accounts/index.ts'
import { chainsOf, operatorKey, runAnchoring, targetStates } from '../domain/anchors/index.ts'
import type { Db } from '../platform/db/index.ts'
import { administrationFolder, updateAdministrationCheckpoints } from '../platform/administration/index.ts'
import { updateCheckpoints, publicKeyPem } from '../platform/journal/index.ts'
import { asAccountId } from './accounts-io.ts'
import type { JournalContext } from './journal-context.ts'
import { writeExport } from './journal-export.ts'
import { verifyDatabase, verifyExportFile, type VerifyOptions } from './journal-verify.ts'
import { describeCheckpoint, describeTarget, type AccountTarget } from './journal-texts.ts'
import { wholeAccount } from '../platform/kernel/index.ts'

export interface JournalDeps {
  open(): Promise<JournalContext>
}

interface AccountOptions {
  account?: number
  json?: boolean
}

export function journalCommand(deps: JournalDeps): Command {
  const withContext = async <T>(work: (context: JournalContext) => Promise<T>): Promise<T> => {
    const context = await deps.open()
    try {
      return await work(context)
    } finally {
      await context.close()
    }
  }
  const command = new Command('journal').description('the journal of events')
  addVerify(command, withContext)
  addCheckpoint(command, withContext)
  addAnchor(command, withContext)
  command
    .command('export')
    .description('write the whole chain of an account to a file that can be verified without the database')
    .requiredOption('--account <number>', 'the account', asAccountId)
    .requiredOption('--out <file>', 'the file to write; it must not exist')
    .action((options: { account: number; out: string }) =>
      withContext(async ({ db }) => {
        const [accountId] = await resolveAccounts(db, options.account)
        await writeExport(db, accountId!, options.out)
      }),
    )
  command
    .command('key')
    .description('print the public key that signs the checkpoints')
    .action(() =>
      withContext(async ({ checkpoints }) => print(publicKeyPem(checkpoints.signer.publicKey).trimEnd())),
    )
  return command
}

type WithContext = <T>(work: (context: JournalContext) => Promise<T>) => Promise<T>

function addVerify(command: Command, withContext: WithContext): void {
  command
    .command('verify')
    .description('verify both chains of every account and the operator’s, and name the first break')
    .option('--account <number>', 'this account only', asAccountId)
    .option('--since <event>', 'only what follows the checkpoint at this event, or "last"', asSince)
    .option('--checkpoints <place>', 'also compare with the checkpoints in this file or folder')
    .option('--no-files', 'skip the checkpoint files of this installation')
    .addOption(
      new Option('--anchors <which>', 'how many of the checkpoints sent elsewhere to compare')
        .choices(['newest', 'sample', 'all', 'none'])
        .default('sample', 'the newest and the last of each day'),
    )
    .option('--public-key <file>', 'accept only checkpoints signed with a key in this PEM file')
    .option('--timestamp-ca <file>', 'trust time-stamps by the authorities in this PEM file')
    .option('--file <export>', 'verify this exported journal; needs no database')
    .option('--json', 'answer in JSON')
    .action((options: VerifyOptions) =>
      options.file === undefined
        ? withContext(async (context) =>
            verifyDatabase(context, await resolveAccounts(context.db, options.account), options),
          )
        : verifyExportFile(options.file, options),
    )
}

function addCheckpoint(command: Command, withContext: WithContext): void {
  command
    .command('checkpoint')
    .description('sign now how far each journal goes, and write it to the checkpoint files')
    .option('--account <number>', 'this account only', asAccountId)
    .option('--json', 'answer in JSON')
    .action((options: AccountOptions) =>
      withContext(async ({ db, checkpoints }) => {
        const accountIds = await resolveAccounts(db, options.account)
        const log = { error: () => undefined }
        const outcomes = await updateCheckpoints(db, checkpoints, { accountIds, log })
        const administration = await updateAdministrationCheckpoints(db, checkpoints, { accountIds, log })
        if (
          [...outcomes, ...administration].some(
            ({ outcome, exported }) => outcome.state === 'refused' || exported === null,
          )
        ) {
          process.exitCode = 1
        }
        if (options.json) {
          const chains = [
            ...outcomes.map((one) => ({ chain: 'EVENTS', ...checkpointJson(one) })),
            ...administration.map((one) => ({ chain: 'ADMINISTRATION', ...checkpointJson(one) })),
          ]
          return print(JSON.stringify(chains))
        }
        const folder = administrationFolder(checkpoints.folder)
        const lines = [
          ...outcomes.map((one) => describeCheckpoint(one, checkpoints.folder)),
          ...administration.map((one) => describeCheckpoint(one, folder, 'ADMINISTRATION')),
        ]
        print(lines.join('\n'))
      }),
    )
}

function addAnchor(command: Command, withContext: WithContext): void {
  command
    .command('anchor')
    .description('send pending checkpoints now, and show how far each destination has got')
    .option('--account <number>', 'this account only', asAccountId)
    .option('--json', 'answer in JSON')
    .action((options: AccountOptions) =>
      withContext(async ({ db, clock, anchors: { targets } }) => {
        const accountIds = await resolveAccounts(db, options.account)
        const log = { error: () => undefined }
        const signal = new AbortController().signal
        const isOfAll = options.account === undefined
        const chains = [...chainsOf(accountIds), ...(isOfAll ? [operatorKey] : [])]
        await runAnchoring(db, { targets, chains, clock, log, signal })
        const states: AccountTarget[] = []
        for (const accountId of isOfAll ? [...accountIds, operatorKey.accountId] : accountIds) {
          const ofAccount = await db.read(wholeAccount(accountId), (tx) => targetStates(tx, { accountId }))
          states.push(...ofAccount.map((state) => ({ accountId, ...state })))
        }
        if (states.some(({ fault }) => fault !== null)) process.exitCode = 1
        const none =
          targets.length === 0 ? 'Checkpoints are sent nowhere: no destination is set.' : 'Nothing to send.'
        print(options.json ? JSON.stringify(states) : states.map(describeTarget).join('\n') || none)
      }),
    )
}

function checkpointJson({
  accountId,
  outcome,
  exported,
}: Awaited<ReturnType<typeof updateCheckpoints>>[number]) {
  const seq = 'checkpoint' in outcome ? outcome.checkpoint.seq : null
  return { accountId, state: outcome.state, seq, exported }
}

async function resolveAccounts(db: Db, wanted: number | undefined): Promise<number[]> {
  const known = (await db.system(listAccounts)).map(({ accountId }) => accountId)
  if (wanted === undefined) return known
  if (!known.includes(wanted)) throw new Error(`There is no account ${wanted}.`)
  return [wanted]
}

function asSince(text: string): number | 'last' {
  if (text === 'last') return 'last'
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of an event, or "last".')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
