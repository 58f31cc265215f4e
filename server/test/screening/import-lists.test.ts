import { ListFault, type ListFile } from '@vigie/watchlists'
import { sampleFile, unXml } from '@vigie/watchlists/samples'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importList, type ImportListOptions } from '../../src/domain/watchlists/index.ts'
import { AppError } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(() => t.admin.query('delete from watchlist'))

const columns = 'id,name,kind,aliases,identifiers,countries,birthDate,reason'

/** A list of exposed persons with this many people. */
function people(count: number, { from = 0, born = true } = {}): ListFile {
  const head =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'
  const rows = Array.from({ length: count }, (_, nth) => {
    const birth = born ? '1970-05-12' : ''
    return `P-${from + nth},Person,Quillan Marsorro ${nth},,${birth},fr,,,,,,,,,,`
  })
  return sampleFile('targets.simple.csv', `${[head, ...rows].join('\n')}\n`, 65_536)
}

const bring = (file: ListFile, over: Partial<ImportListOptions> = {}) =>
  importList(t.db, {
    source: 'OPENSANCTIONS_EXPOSED_PERSONS',
    files: [file],
    origin: file.name,
    own: null,
    force: false,
    dryRun: false,
    ...over,
  })

async function inForce(): Promise<{
  version: number | null
  held: number
  arrivals: number
  states: string[]
}> {
  const { rows } = await t.admin.query<{
    version: number
    held: number
    arrivals: number
    states: string[]
  }>(`
    select max(w.version) as version, (select count(*)::int from watchlist_entry where to_version is null) as held,
      (select count(*)::int from watchlist_arrival) as arrivals,
      (select coalesce(array_agg(state order by version), '{}') from watchlist_version) as states
    from watchlist w`)
  return rows[0] as never
}

test('Each import is a version with what came, changed and went', async () => {
  expect(await bring(people(40))).toMatchObject({ outcome: 'IN_FORCE', version: 1, added: 40, entries: 40 })
  expect(await bring(people(40))).toMatchObject({ outcome: 'UNCHANGED', version: 1 })
  expect(await bring(people(40, { from: 2 }))).toMatchObject({
    version: 2,
    added: 2,
    removed: 2,
    changed: 38,
  })
  expect(await inForce()).toEqual({ version: 2, held: 40, arrivals: 0, states: ['REPLACED', 'IN_FORCE'] })
})

test('A dry run says what would change and leaves nothing behind', async () => {
  expect(await bring(people(40), { dryRun: true })).toMatchObject({
    outcome: 'TRIED',
    added: 40,
    version: null,
  })
  expect(await inForce()).toEqual({ version: null, held: 0, arrivals: 0, states: [] })
})

test('A list that lost more than a tenth is refused unless it is forced', async () => {
  await bring(people(40))
  const refused = await bring(people(30))
  expect(refused).toMatchObject({ outcome: 'REFUSED', removed: 10 })
  expect(refused.fault).toContain('10 of the 40')
  expect(await inForce()).toMatchObject({
    version: 1,
    held: 40,
    arrivals: 0,
    states: ['IN_FORCE', 'REFUSED'],
  })
  expect(await bring(people(30), { force: true })).toMatchObject({ outcome: 'IN_FORCE', version: 3 })
  expect(await inForce()).toMatchObject({ version: 3, held: 30 })
})

test('A list whose birth dates vanish is refused too', async () => {
  await bring(people(40))
  const refused = await bring(people(40, { born: false }))
  expect(refused).toMatchObject({ outcome: 'REFUSED' })
  expect(refused.fault).toContain('Birth dates')
})

test('A broken file ends its version with a sentence, and the former one stays in force', async () => {
  await bring(people(40))
  const cut = sampleFile('consolidated.xml', unXml.slice(0, -40))
  await bring(sampleFile('consolidated.xml', unXml), { source: 'UN' })
  await expect(bring(cut, { source: 'UN' })).rejects.toThrow(ListFault)
  const { rows } = await t.admin.query<{ state: string; fault: string }>(
    `select v.state, v.fault from watchlist_version v join watchlist w using (list_id)
     where w.source = 'UN' order by v.version desc limit 1`,
  )
  expect(rows).toMatchObject([{ state: 'FAILED', fault: expect.any(String) }])
  expect(await inForce()).toMatchObject({ arrivals: 0 })
})

test('An import that was killed goes on where it stopped, and not beside another', async () => {
  const file = people(1_100)
  const killed = new Error('killed')
  let stored = 0
  const dying = bring(file, {
    onProgress: (entries) => {
      stored = entries
      if (entries >= 1_000) throw killed
    },
  })
  await expect(dying).rejects.toBe(killed)
  expect(stored).toBe(1_000)
  expect(await inForce()).toMatchObject({ version: null, arrivals: 1_000, states: ['LOADING'] })

  const other = bring(people(50))
  await expect(other).rejects.toThrow(AppError)
  await expect(bring(people(50))).rejects.toMatchObject({ code: 'LIST_IMPORT_RUNNING' })
  expect(await bring(file)).toMatchObject({ outcome: 'IN_FORCE', resumedFrom: 1_000, added: 1_100 })

  // One that stands still for minutes was killed too, and gives way to other files.
  await t.admin.query(
    `insert into watchlist_version (list_id, version, origin, digest, seen_at)
     select list_id, 9, 'old.csv', sha256('old'), now() - interval '5 minutes' from watchlist`,
  )
  expect(await bring(people(1_090))).toMatchObject({ outcome: 'IN_FORCE', version: 10 })
  expect(await inForce()).toMatchObject({ states: ['REPLACED', 'FAILED', 'IN_FORCE'] })
})

test('An own list is seen and kept by its account alone', async () => {
  const [mine, other] = [await t.given.office(), await t.given.office()]
  const csv = `${columns}\nA,Blue Harbour Trading,organisation,,,Panama,,Unpaid\n`
  const own = { accountId: mine.accountId, name: 'Never again' }
  const report = await bring(sampleFile('own.csv', csv), { source: 'OWN', own })
  expect(report).toMatchObject({ outcome: 'IN_FORCE', name: 'Never again', entries: 1 })
  const lists = async ({ base, token }: { base: string; token: string }) =>
    (await t.call('GET', `${base}/screening/lists`, { token })).json<{
      content: { listId: number; own: boolean }[]
    }>().content
  const [list] = await lists(mine)
  expect(list).toMatchObject({ own: true, class: 'OWN', entries: 1, counts: true, tooOld: false })
  expect(await lists(other)).toEqual([])
  const versions = (side: { base: string; token: string }) =>
    t.call('GET', `${side.base}/screening/lists/${list?.listId}/versions`, { token: side.token })
  expect((await versions(mine)).json()).toMatchObject({
    content: [{ version: 1, state: 'IN_FORCE', added: 1 }],
  })
  expect((await versions(other)).statusCode).toBe(404)
})
