import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRowTypes, readRecords } from '../../scripts/check-row-types.ts'
import { findSites, type Site } from '../../scripts/row-sites.ts'
import { testDatabase, type TestDatabase } from './harness/database.ts'
import { recordStatements, recordTables } from './harness/record-statements.ts'

interface Case {
  title: string
  /** As it would stand in a file of the server. */
  code: string
  /** As it reached PostgreSQL. */
  run: RawBuilder<unknown>
  faults: string[]
}

const cases: Case[] = [
  {
    title: 'A row that is declared as it comes passes',
    code: `sql<{ id: number; day: string; at: Date; raw: Buffer; ids: number[]; words: ('a' | 'b')[]; is: boolean; json: { a: number }[] }>
      \`select 1::bigint as id, current_date as day, now() as at, '\\\\x00'::bytea as raw, array[1::bigint] as ids,
        array['a'] as words, true as is, '[]'::jsonb as json\``,
    run: sql`select 1::bigint as id, current_date as day, now() as at, '\\x00'::bytea as raw, array[1::bigint] as ids,
        array['a'] as words, true as is, '[]'::jsonb as json`,
    faults: [],
  },
  {
    title: 'A member of another type than the driver gives is found',
    code: 'sql<{ id: string; days: string[] }>`select 2::bigint as id, array[current_date] as days`',
    run: sql`select 2::bigint as id, array[current_date] as days`,
    faults: ['"id" is number, not string', '"days" is Date[], not string[]'],
  },
  {
    title: 'A member without a column is found, and a column without a member',
    code: 'sql<{ id: number; name: string }>`select 3 as id, 0 as other`',
    run: sql`select 3 as id, 0 as other`,
    faults: [
      '"name" is declared, and the statement returns no such column',
      'the statement returns "other", which is not declared',
    ],
  },
  {
    title: 'A moment inside a JSON document is text, whatever its type says',
    code: "sql<{ json: { list: { at: Date | null }[] } }>`select '{}'::jsonb as json`",
    run: sql`select '{}'::jsonb as json`,
    faults: ['"json" is JSON, which holds no Date'],
  },
  {
    title: 'A column that may be null is declared so',
    code: 'sql<{ archived_at: Date }>`select archived_at from thirdparty`',
    run: sql`select archived_at from thirdparty`,
    faults: [
      '"archived_at" comes from thirdparty.archived_at, which may be null; add null, or "never null: " and the reason',
    ],
  },
  {
    title: 'A reason why it is not null here is accepted',
    code: `sql<{
      /** never null: the condition asks for it */
      archived_at: Date
    }>\`select archived_at from thirdparty where archived_at is not null\``,
    run: sql`select archived_at from thirdparty where archived_at is not null`,
    faults: [],
  },
  {
    title: 'An expression that was null once is declared so, whatever the reason given',
    code: 'sql<{ /** never null: we think */ word: string }>`select null::text as word`',
    run: sql`select null::text as word`,
    faults: ['"word" was null, and is declared as if it never were'],
  },
  {
    title: 'A text is found again with its values as parameters and its fragments filled in',
    code: 'sql<{ id: string }>`select 4 as id where ${1} = 1 and ${part} limit ${2}`',
    run: sql`select 4 as id where ${1} = 1 and ${sql`(true or ${2} = 4)`} limit ${2}`,
    faults: ['"id" is number, not string'],
  },
  {
    title: 'A text that two places could have sent is not held against the one that says less of it',
    code: 'sql<{ id: number }>`select ${part} where 1 = 1`',
    run: sql`select 7 as id where 1 = 1`,
    faults: [],
  },
  {
    title: 'A text that two places could have sent is held against the one that says more of it',
    code: 'sql<{ word: number }>`select ${part} as word where 1 = 1`',
    run: sql`select ${sql`'x'`} as word where 1 = 1`,
    faults: ['"word" is string, not number'],
  },
  {
    title: 'A type that stands away from its text is refused',
    code: 'sql<{ id: number }>`${part}`',
    run: sql`select 5`,
    faults: ['the row type stands away from its text; declare it where the text is written'],
  },
  {
    title: 'A column that a built statement names is held to its type as well',
    code: 'sql<string | null>`5 + 6`.as("eleven")',
    run: sql`select "account_id", 5 + 6 as "eleven" from "account" union all select 1, 2`,
    faults: ['"eleven" is number, not string'],
  },
  {
    title: 'Columns that another statement selects are compared as well',
    code: 'sql<{ twelve: string }>`6 + 6 as twelve, ${part} as rest`',
    run: sql`select 1 as row_id, 6 + 6 as twelve, 7 as rest from account`,
    faults: ['"twelve" is number, not string'],
  },
]

const prelude = `
  interface Fragment { toOperationNode(): unknown; as(name: string): unknown }
  declare function sql<Row>(texts: TemplateStringsArray, ...parts: unknown[]): Fragment & { rows: Row[] }
  declare const part: Fragment
`
let report: ReturnType<typeof checkRowTypes>
let database: TestDatabase
let folder: string

function sitesOf(codes: string[]): Site[] {
  const typeRoots = [join(import.meta.dirname, '../../node_modules/@types')]
  const compilerOptions = { strict: true, lib: ['ES2023'], types: ['node'], typeRoots }
  writeFileSync(join(folder, 'program.ts'), prelude + codes.join('\n;'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  return findSites(join(folder, 'tsconfig.json'), (file) => file.startsWith(folder))
}

/** Writes a small program, runs its statements and checks it; the title of a case is its place. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-rows-'))
  database = await testDatabase()
  await recordTables(database.adminUrl, folder)
  const stop = recordStatements(folder)
  try {
    await database.db.system(async (tx) => {
      for (const { run } of cases) await run.execute(tx)
    })
  } finally {
    stop()
  }
  const sites = sitesOf([...cases.map(({ code }) => code), 'sql<{ id: number }>`select 6 as id`'])
  const placed = sites.map((site, index) => ({ ...site, place: cases[index]?.title ?? 'the last' }))
  report = checkRowTypes(placed, readRecords(folder))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(cases)('Rows are checked: $title', ({ title, faults }) => {
  expect(report.faults.filter((fault) => fault.startsWith(title))).toEqual(
    faults.map((fault) => `${title}: ${fault}`),
  )
})

test('A statement that nothing ran is named', () => {
  expect(report.unseen).toEqual(['the last'])
})
