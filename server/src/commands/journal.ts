import { Command } from 'commander'
import { listAccounts } from '../domain/accounts/index.ts'
import type { Db } from '../platform/db/index.ts'
import { verifyJournal, type Verdict } from '../platform/journal/index.ts'
import { asAccountId } from './accounts-io.ts'

export interface JournalDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

interface VerifyOptions {
  account?: number
  json?: boolean
}

type AccountVerdict = { accountId: number } & Verdict

export function journalCommand(deps: JournalDeps): Command {
  const command = new Command('journal').description('the journal of events')
  command
    .command('verify')
    .description('walk the chain of every account and name the first event that does not hold')
    .option('--account <number>', 'this account only', asAccountId)
    .option('--json', 'answer in JSON')
    .action(async (options: VerifyOptions) => {
      const context = await deps.open()
      try {
        await verify(context.db, options)
      } finally {
        await context.close()
      }
    })
  return command
}

async function verify(db: Db, options: VerifyOptions): Promise<void> {
  const verdicts: AccountVerdict[] = []
  for (const accountId of await accountsToVerify(db, options.account)) {
    const verdict = { accountId, ...(await db.read({ accountId }, (tx) => verifyJournal(tx, { accountId }))) }
    verdicts.push(verdict)
    if (!verdict.intact) process.exitCode = 1
    if (!options.json) print(inWords(verdict))
  }
  if (options.json) print(JSON.stringify(verdicts))
  else if (verdicts.length === 0) print('There is no account.')
}

async function accountsToVerify(db: Db, wanted: number | undefined): Promise<number[]> {
  const known = (await db.system(listAccounts)).map(({ accountId }) => accountId)
  if (wanted === undefined) return known
  if (!known.includes(wanted)) throw new Error(`There is no account ${wanted}.`)
  return [wanted]
}

function inWords(verdict: AccountVerdict): string {
  const events = `${verdict.events} ${verdict.events === 1 ? 'event' : 'events'}`
  return verdict.intact
    ? `Account ${verdict.accountId}: ${events}, intact`
    : `Account ${verdict.accountId}: ${events} before, BROKEN at event ${verdict.brokenSeq} (${verdict.fault})`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
