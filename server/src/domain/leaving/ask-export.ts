import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { listExports, type ExportView } from './exports.queries.ts'

const attempts = 5

/** One export is made at a time: whoever asks while one is under way is told so. */
export async function askExport(tx: Tx, scope: Scope): Promise<ExportView> {
  const { accountId, actor } = scope
  const made = await tx
    .insertInto('account_export')
    .values({ account_id: accountId, asked_by_type: actor.type, asked_by: actor.id })
    // Spelled out: with parameters, a plan that is kept for later does not recognise the index any more.
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where(sql<boolean>`state in ('WAITING', 'RUNNING')`)
        .doNothing(),
    )
    .returning('export_id')
    .executeTakeFirst()
  if (!made) throw new AppError('EXPORT_UNDER_WAY')
  const exportId = made.export_id
  recordAdministration(tx, scope, {
    name: 'ACCOUNT_EXPORT_ASKED',
    subject: { type: 'ACCOUNT', id: accountId },
    after: { exportId },
  })
  await enqueue(
    tx,
    'leaving.export',
    { accountId, exportId },
    {
      jobKey: `leaving.export:${exportId}`,
      maxAttempts: attempts,
    },
  )
  const [view] = await listExports(tx, scope)
  return view!
}
