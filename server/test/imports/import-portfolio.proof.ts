import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { vigie } from '../registers/vigie-command.ts'
import { companiesCsv, siretOf } from './companies.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-portfolio-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(text: string, ...args: string[]) {
  const file = path.join(folder, 'companies.csv')
  await writeFile(file, text)
  const running = await vigie(database, ['import-portfolio', file, ...args])
  const exit = await running.exited
  return { exit, output: running.output() }
}

test(
  'The command imports a file: tried first, then for good, then with its faults',
  { timeout: 120_000 },
  async () => {
    const { accountId } = await newAccount(database)
    const count = async () => {
      const { rows } = await database.admin.query<{ count: number }>(
        'select count(*)::int as count from thirdparty where account_id = $1',
        [accountId],
      )
      return rows[0]?.count
    }
    const csv = `${companiesCsv(1_500)}${siretOf(1).slice(1)},bad,Bad,FR\n`
    const tried = await run(csv, '--account', String(accountId), '--dry-run', '--json')
    const report = JSON.parse(tried.output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
    expect(report).toMatchObject({ state: 'DONE', dryRun: true, rows: 1_501, added: 1_500, invalid: 1 })
    expect(report['errors']).toMatchObject([
      { row: 1_502, column: 'siret', code: 'IDENTIFIER_FORMAT_INVALID' },
    ])
    expect(await count()).toBe(0)

    const done = await run(csv, '--account', String(accountId))
    expect(done.output).toMatch(
      /row 1502, siret: .*\n.*1,501 rows in .*1,500 added, 0 already in the portfolio, 1 with errors/,
    )
    expect(await count()).toBe(1_500)

    const refused = await run('siret,Turnover\n1,2\n', '--account', String(accountId))
    expect(refused.output).toContain('Turnover. Known columns: identifierType')

    const nowhere = await run('siret,Turnover\n1,2\n', '--account', '9007199254740991')
    expect(nowhere.output).toContain('There is no account 9007199254740991')
    const again = await run(csv, '--account', String(accountId), '--on-duplicate', 'update')
    expect(again.output).toMatch(/0 added, 0 changed, 1,500 unchanged, 0 repeated, 1 with errors/)
  },
)
