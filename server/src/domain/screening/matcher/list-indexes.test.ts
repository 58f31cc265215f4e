import type { Subject } from '@vigie/matching'
import { sampleFile } from '@vigie/watchlists/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { importList } from '../../watchlists/index.ts'
import { ListIndexes } from './list-indexes.ts'

let t: TestApp
let account: { accountId: number }
beforeAll(async () => {
  t = await testApp()
  account = await t.given.account()
})
afterAll(() => t.close())

const person = (text: string, over: Partial<Subject> = {}): Subject => ({
  kind: 'PERSON',
  names: [{ text, kind: 'PRIMARY' }],
  ...over,
})

const header = 'id,name,kind,aliases,identifiers,countries,birthDate,reason'

/** The version of the own list with these rows. */
async function version(...rows: string[]): Promise<{ listId: number; version: number }> {
  const report = await importList(t.db, {
    source: 'OWN',
    files: [sampleFile('own.csv', `${[header, ...rows].join('\n')}\n`)],
    origin: 'own.csv',
    own: { accountId: account.accountId, name: 'Own' },
    force: true,
    dryRun: false,
  })
  const { rows: found } = await t.admin.query<{ id: string }>('select list_id as id from watchlist')
  return { listId: Number(found[0]?.id), version: report.version ?? 0 }
}

test('Subjects meet entries by name and by number, and each version has its own index', async () => {
  const indexes = new ListIndexes(t.db)
  const first = await version(
    'A,Tomaz Vargalo,person,Thomas Wargalo,PASSPORT:A123456,SY,1960-08-31,',
    'B,Elin Dorsk,person,,,,,',
  )
  const ask = async (list: typeof first, ...subjects: Subject[]) =>
    (await indexes.match({ ...account, lists: [list], subjects, threshold: 0.73 })).matches.map((matches) =>
      matches.map(({ entryKey }) => entryKey),
    )
  const byNumber = person('Quite Another', { identifiers: [{ type: 'PASSPORT', value: 'a 123-456' }] })
  expect(await ask(first, person('VARGALO Tomaz'), person('Nobody Here'), byNumber)).toEqual([
    ['A'],
    [],
    ['A'],
  ])

  const second = await version(
    'A,Tomaz Vargalo,person,,,,,',
    'B,Elin Dorsk,person,,,,,',
    'C,Mona Ilves,person,,,,,',
  )
  expect(await ask(second, person('Mona Ilves'), person('Elin Dorsk'))).toEqual([['C'], ['B']])

  const touch = async (...subjects: Subject[]) =>
    (await indexes.touch({ ...account, list: second, subjects, threshold: 0.73 })).touched
  // A was reworded and C is new; B is as it was.
  expect(await touch(person('Mona Ilves'), person('Tomaz Vargalo'), person('Elin Dorsk'))).toEqual([
    true,
    true,
    false,
  ])
})

test('An index follows its list by what changed: reworded, dropped and new entries', async () => {
  const indexes = new ListIndexes(t.db)
  const rest = Array.from({ length: 16 }, (_, at) => {
    return `R${at},Zyxwolle Quarb ${String.fromCodePoint(97 + at)}ombrak,person,,,,,`
  })
  const ask = async (list: { listId: number; version: number }, ...subjects: Subject[]) =>
    (await indexes.match({ ...account, lists: [list], subjects, threshold: 0.73 })).matches.map((matches) =>
      matches.map(({ entryKey }) => entryKey),
    )
  const everybody = [
    person('Tomaz Vargalo'),
    person('Elin Dorsk'),
    person('Mona Ilves'),
    person('Somebody', { identifiers: [{ type: 'PASSPORT', value: 'A123456' }] }),
  ]
  const vargalo = 'A,Tomaz Vargalo,person,,PASSPORT:A123456,,,'
  const first = await version(vargalo, 'B,Elin Dorsk,person,,,,,', ...rest)
  expect(await ask(first, ...everybody)).toEqual([['A'], ['B'], [], ['A']])
  const second = await version('A,Per Qvist,person,,,,,', 'C,Mona Ilves,person,,,,,', ...rest)
  expect(await ask(second, ...everybody, person('Per Qvist'))).toEqual([[], [], ['C'], [], ['A']])
  const third = await version(vargalo, 'B,Elin Dorsk,person,,,,,', ...rest)
  expect(await ask(third, ...everybody, person('Per Qvist'))).toEqual([['A'], ['B'], [], ['A'], []])
})

test('The own list of another account is empty for whoever asks', async () => {
  const other = await t.given.account()
  const list = await version('A,Tomaz Vargalo,person,,,,,', 'D,Odd One,person,,,,,')
  const indexes = new ListIndexes(t.db)
  const asked = { ...other, lists: [list], subjects: [person('Tomaz Vargalo')], threshold: 0.73 }
  expect(await indexes.match(asked)).toEqual({ matches: [[]] })
})
