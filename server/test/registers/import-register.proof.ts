import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../product/processes.ts'
import { reports, strayWords, writeStock } from './import-helpers.ts'
import { vigie } from './vigie-command.ts'

const units = 40_000

let folder: string
let t: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-stock-'))
  t = await testDatabase()
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

test(
  'The command loads a stock of 40,000 units, killed on the way and started again',
  { timeout: 180_000 },
  async () => {
    const [unitZip, establishmentZip] = await writeStock(folder, units)
    const position = async () => {
      const { rows } = await t.admin.query<{ position: string }>('select position from register_import')
      return Number(rows[0]?.position ?? 0)
    }
    const first = await vigie(t, ['import-register', 'sirene', unitZip])
    await until('a quarter of the stock', async () => (await position()) >= units / 4, 120_000)
    first.signal('SIGKILL')
    expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
    const { rows } = await t.admin.query('select state from register_import')
    expect(rows).toEqual([{ state: 'RUNNING' }])

    const second = await vigie(t, ['import-register', 'sirene', unitZip, establishmentZip, '--json'])
    expect(await second.exited, second.output()).toMatchObject({ code: 0 })
    const [ofUnits, ofEstablishments] = reports(second.output())
    expect(ofUnits).toMatchObject({ kind: 'sirene-units', position: units, added: units, refused: 0 })
    expect(ofUnits?.resumedFrom).toBeGreaterThanOrEqual(units / 4)
    expect(ofEstablishments).toMatchObject({ kind: 'sirene-establishments', changed: 0, refused: 0 })
    // The program alone takes some 200.
    expect(ofEstablishments?.peakMemoryMb).toBeLessThan(300)
    const { rows: counted } = await t.admin.query('select count(*)::int as n from register_company')
    expect(counted).toEqual([{ n: units }])
    expect(await strayWords(t)).toEqual([])
  },
)
