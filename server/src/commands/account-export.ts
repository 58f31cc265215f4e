import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { createFolderSink, writeAccountExport } from '../domain/leaving/index.ts'
import { recordOperatorAct } from '../platform/administration/index.ts'
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
    const known = await db.system((tx) =>
      tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (!known) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
    const store = await openStore()
    try {
      const sink = await createFolderSink(options.to, store)
      await makeCheckpoint(db, wholeAccount(accountId), checkpoints.signer)
      const job = { db, accountId, version, exportedAt: clock.now(), onProgress: async () => undefined }
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
