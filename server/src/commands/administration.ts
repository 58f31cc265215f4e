import { open, rename, rm, stat } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import {
  administrationNames,
  anyEntry,
  entriesAfter,
  newestEntries,
  operatorChain,
  operatorScope,
  recordExport,
  recordOperatorAct,
  type AdministrationView,
} from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'
import { requireAccount } from '../domain/accounts/index.ts'
import { asAccountId, showList, withContext, type CommandDeps } from './accounts-io.ts'
import { wholeAccount } from '../platform/kernel/index.ts'

interface ChainChoice {
  account?: number
  operator?: boolean
}

interface ListOptions extends ChainChoice {
  name?: string
  limit: number
  json?: boolean
}

const usualLimit = 50

/** The operator's view of the administration journals. */
export function administrationCommand(deps: CommandDeps): Command {
  const command = new Command('administration').description('who administered what, from where')
  command
    .command('list')
    .description('the newest entries of an administration journal')
    .option('--account <id>', 'of this account', asAccountId)
    .option('--operator', 'of the operator')
    .option('--name <name>', 'only entries with this name')
    .option('--limit <number>', 'at most so many', asLimit, usualLimit)
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => withContext(deps, ({ db }) => list(db, options)))
  command
    .command('export')
    .description('write a whole administration journal to a file, one JSON line per entry')
    .option('--account <id>', 'of this account', asAccountId)
    .option('--operator', 'of the operator')
    .requiredOption('--out <file>', 'the file to write; it must not exist')
    .action((options: ChainChoice & { out: string }) =>
      withContext(deps, ({ db }) => writeEntries(db, options, options.out)),
    )
  return command
}

async function list(db: Db, options: ListOptions): Promise<void> {
  const accountId = await resolveChain(db, options)
  const { name, limit: size } = options
  if (name !== undefined && !(administrationNames as readonly string[]).includes(name)) {
    throw new Error(`There is no entry named ${name}; see docs/administration-journal.md.`)
  }
  const filter = { ...anyEntry, names: name === undefined ? null : [name] }
  const found = await db.read(wholeAccount(accountId), (tx) =>
    newestEntries(tx, { accountId }, { filter, size }),
  )
  showList(options.json ? found : found.map(rowOf), options)
}

function rowOf({ seq, occurredAt, name, actor, origin, subject, before, after }: AdministrationView) {
  return {
    seq,
    occurredAt,
    name,
    actor: [actor.type, actor.id, actor.name].filter((part) => part !== null).join(' '),
    address: origin?.address ?? null,
    subject: subject && [subject.type, subject.id].join(' '),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }
}

const batchSize = 1_000

/** Under its name only when it is whole, on the disk, and told in the journal. */
async function writeEntries(db: Db, whose: ChainChoice, out: string): Promise<void> {
  const accountId = await resolveChain(db, whose)
  if (await stat(out).catch(() => null)) throw new Error(`${out} already exists.`)
  const draft = `${out}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    const count = await db.snapshot(wholeAccount(accountId), async (tx) => {
      let written = 0
      for (let after = 0; ;) {
        const entries = await entriesAfter(tx, { accountId }, { after, limit: batchSize })
        await file.appendFile(entries.map((entry) => `${JSON.stringify({ accountId, ...entry })}\n`).join(''))
        written += entries.length
        if (entries.length < batchSize) return written
        after = entries.at(-1)?.seq ?? after
      }
    })
    await file.sync()
    await file.close()
    await recordOperatorExport(db, accountId, count)
    await rename(draft, out)
    process.stdout.write(`${count.toLocaleString('en')} entries written to ${out}\n`)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

function recordOperatorExport(db: Db, accountId: number, count: number): Promise<void> {
  const what = 'administration-journal'
  return db.system(async (tx) => {
    if (accountId === operatorChain) recordExport(tx, operatorScope('administration export'), { what, count })
    else {
      const entry = { name: 'EXPORT_MADE', after: { what, count }, accountIds: [accountId] } as const
      recordOperatorAct(tx, 'administration export', entry)
    }
  })
}

async function resolveChain(db: Db, { account, operator }: ChainChoice): Promise<number> {
  if ((account === undefined) === (operator === undefined)) {
    throw new Error('Give exactly one of: --account, --operator.')
  }
  if (account === undefined) return operatorChain
  await db.system((tx) => requireAccount(tx, account))
  return account
}

function asLimit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 9999.')
  return Number(text)
}
