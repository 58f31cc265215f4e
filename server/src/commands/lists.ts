import { Command } from 'commander'
import { listAccounts } from '../domain/accounts/index.ts'
import { listTroubles, troubleSentence, type TroubleDeps } from '../domain/screening/index.ts'
import { publishedLists, type PublishedList } from '../domain/watchlists/index.ts'
import type { Db } from '../platform/db/index.ts'

export interface ListsDeps {
  open(): Promise<{
    db: Db
    lists: Omit<TroubleDeps, 'accountIds'>
    close(): Promise<void>
  }>
}

export function listsCommand(deps: ListsDeps): Command {
  return new Command('lists')
    .description('show the published lists to screen against; exits with 1 if one of them needs you')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const context = await deps.open()
      const { db, lists: settings } = context
      try {
        const lists = await publishedLists(db)
        const troubles = await listTroubles(db, { ...settings, accountIds })
        const told = json
          ? [JSON.stringify({ lists, troubles })]
          : describe(lists, troubles.map(troubleSentence))
        process.stdout.write(`${told.join('\n')}\n`)
        if (troubles.length > 0) process.exitCode = 1
      } finally {
        await context.close()
      }
    })
}

async function accountIds(db: Db): Promise<number[]> {
  return (await db.system(listAccounts)).map(({ accountId }) => accountId)
}

const columns = ['SOURCE', 'CLASS', 'VERSION', 'ENTRIES', 'PUBLISHED', 'CONFIRMED', 'LAST IMPORT']

function describe(lists: readonly PublishedList[], troubles: readonly string[]): string[] {
  const rows = lists.map((list) => [
    list.source.toLowerCase().replaceAll('_', '-'),
    list.listClass,
    String(list.version ?? '-'),
    String(list.entries),
    list.publishedOn ?? '-',
    list.confirmedAt?.toISOString().slice(0, 10) ?? '-',
    list.lastState ?? '-',
  ])
  const widths = columns.map((_, at) => Math.max(...[columns, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const table = lists.length === 0 ? ['There is no list yet.'] : [columns, ...rows].map(line)
  return [...table, ...(troubles.length > 0 ? ['', ...troubles] : [])]
}
