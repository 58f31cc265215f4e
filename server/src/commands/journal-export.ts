import { open, rename, rm, stat } from 'node:fs/promises'
import { recordOperatorAct } from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'
import { exportJournal } from '../platform/journal/index.ts'
import { JournalProgress } from './journal-progress.ts'
import { wholeAccount } from '../platform/kernel/index.ts'

/** Under its name only when it is whole and on the disk. */
export async function writeExport(db: Db, accountId: number, out: string): Promise<void> {
  if (await stat(out).catch(() => null)) throw new Error(`${out} already exists.`)
  const draft = `${out}.part`
  const progress = new JournalProgress(`Account ${accountId}`)
  const file = await open(draft, 'w', 0o600)
  let events = 0
  try {
    await db.snapshot(wholeAccount(accountId), async (tx) => {
      for await (const { text, reached, head } of exportJournal(tx, { accountId }, new Date())) {
        await file.appendFile(text)
        events = reached
        progress.show(reached, head)
      }
    })
    await file.sync()
    await file.close()
    // Under its name only once it is told that it left.
    await db.system(async (tx) =>
      recordOperatorAct(tx, 'journal export', {
        name: 'EXPORT_MADE',
        after: { what: 'journal', count: events },
        accountIds: [accountId],
      }),
    )
    await rename(draft, out)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  } finally {
    progress.end()
  }
  const number = events.toLocaleString('en')
  process.stdout.write(
    `Account ${accountId}: ${number} ${events === 1 ? 'event' : 'events'} written to ${out}\n`,
  )
}
