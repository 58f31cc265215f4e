import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { createFolderSink, findLeaving, writeAccountExport } from '../domain/leaving/index.ts'
import { recordOperatorAct } from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'
import { makeCheckpoint } from '../platform/journal/index.ts'
import { AppError, wholeAccount } from '../platform/kernel/index.ts'
import { version } from '../version.ts'
import { asAccountId, requireStoreAndKeys, show, withContext, type CommandDeps } from './accounts-io.ts'

interface ExportOptions {
  to: string
  json?: boolean
}

/** Everything an account owns, as a folder on this machine. */
export function addExportCommand(command: Command, deps: CommandDeps): void {
  command
    .command('export <account>')
    .description('write everything an account owns into a new folder (docs/account-export.md)')
    .requiredOption('--to <folder>', 'a folder that is empty or not there yet')
    .option('--json', 'answer in JSON')
    .action((account: string, options: ExportOptions) => exportAccount(deps, asAccountId(account), options))
}

function exportAccount(deps: CommandDeps, accountId: number, options: ExportOptions): Promise<void> {
  return withContext(deps, async (context) => {
    const { db, clock } = context
    const { checkpoints, openStore } = requireStoreAndKeys(context)
    if ((await standingOf(db, accountId)) === 'GONE') throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
    await requireWhole(db, accountId)
    const store = await openStore()
    try {
      const sink = await createFolderSink(options.to, store)
      await makeCheckpoint(db, wholeAccount(accountId), checkpoints.signer)
      const onProgress = () => requireWhole(db, accountId)
      const job = { db, accountId, version, exportedAt: clock.now(), onProgress }
      const totals = await writeAccountExport(job, sink)
      await db.system(async (tx) =>
        recordOperatorAct(tx, 'account export', {
          name: 'EXPORT_MADE',
          subject: { type: 'ACCOUNT', id: accountId },
          after: { what: 'account', count: totals.rows, files: totals.files, missing: totals.missing },
          accountIds: [accountId],
        }),
      )
      const parts = (await readdir(options.to)).length
      show({ accountId, folder: options.to, parts, ...totals }, options)
    } finally {
      await store.close()
    }
  })
}

async function standingOf(db: Db, accountId: number): Promise<'WHOLE' | 'DELETING' | 'GONE'> {
  const scope = wholeAccount(accountId)
  const found = await db.read(scope, (tx) => findLeaving(tx, scope))
  if (found === null) return 'GONE'
  return found.state === 'DELETING' ? 'DELETING' : 'WHOLE'
}

/** A deletion takes files first and rows after them: what is left would pass for all there was. */
async function requireWhole(db: Db, accountId: number): Promise<void> {
  if ((await standingOf(db, accountId)) === 'WHOLE') return
  throw new Error(
    `Account ${accountId} is being deleted: nothing whole can be exported any more. Remove a folder without manifest.json, which was not finished.`,
  )
}
