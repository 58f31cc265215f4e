import { ListFault } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { AccountScope } from '../../platform/kernel/index.ts'
import { importList, type OnListChange } from './import-list.ts'
import { failVersion } from './loading-version.ts'
import { keptFile, type OwnListVersion } from './own-lists.ts'

/** Reads a file that was sent; a job taken over from a dead worker goes on where that one stopped. */
export const loadOwnListTask =
  (onChange: OnListChange): Handler<'watchlists.load-own'> =>
  async ({ accountId, listId, version, force }, { db, scope, signal, isLastAttempt }) => {
    const waiting = { listId, version }
    const name = await db.read(scope, (tx) => nameOfLoading(tx, scope, waiting))
    // Deleted meanwhile, or followed by another file.
    if (name === null) return
    const forget = () => db.write(scope, (tx) => dropPieces(tx, waiting))
    try {
      await importList(db, {
        source: 'OWN',
        files: [keptFile(db, scope, waiting)],
        origin: 'upload',
        own: { accountId, name },
        force,
        dryRun: false,
        onChange,
        signal,
      })
    } catch (error) {
      // The version says what is wrong with the file, and no other attempt would find it better.
      if (!(error instanceof ListFault)) {
        if (!isLastAttempt || signal.aborted) throw error
        await db.write(scope, (tx) =>
          failVersion(tx, waiting, 'It could not be read to its end. Send it again.'),
        )
        await forget()
        throw error
      }
    }
    await forget()
  }

async function nameOfLoading(
  tx: ReadTx,
  { accountId }: AccountScope,
  { listId, version }: OwnListVersion,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select w.name from watchlist w join watchlist_version v on v.list_id = w.list_id
    where w.list_id = ${listId} and w.owner_account_id = ${accountId} and v.version = ${version}
      and v.state = 'LOADING'`.execute(tx)
  return rows[0]?.name ?? null
}

async function dropPieces(tx: Tx, { listId, version }: OwnListVersion): Promise<void> {
  await sql`delete from watchlist_file where list_id = ${listId} and version = ${version}`.execute(tx)
}
