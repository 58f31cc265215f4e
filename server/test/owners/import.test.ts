import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { processImport } from '../../src/domain/imports/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { vatOf } from '../imports/companies.ts'
import { company, ownerDesk, type OwnerDesk } from './owner-desk.ts'

let d: OwnerDesk
beforeAll(async () => {
  d = await ownerDesk()
})
afterAll(() => d.t.close())

async function importFile(payload: string, { type = 'text/csv', query = '' } = {}) {
  const answer = await d.t.app.inject({
    method: 'POST',
    url: `${d.office.base}/thirdparties/imports${query}`,
    headers: { authorization: `Bearer ${d.office.token}`, 'content-type': type },
    payload,
  })
  const { importId } = answer.json<{ importId: number }>()
  const deps = { db: d.t.db, references: openReferences(loadConfig({}), d.t.db), maxRows: 100 }
  const key = { accountId: d.office.accountId, importId }
  const done = await processImport(deps, key)
  const { content } = await d.must<{ content: { row: number; column: string; code: string }[] }>(
    'GET',
    `/thirdparties/imports/${importId}/errors`,
  )
  return { added: done.added, faults: content.map(({ row, column, code }) => ({ row, column, code })) }
}

const ownerOf = async (name: string) => {
  const { content } = await d.must<{ content: { thirdpartyId: number }[] }>('GET', `/thirdparties?q=${name}`)
  const [found] = content
  if (!found) throw new Error(`${name} is not there.`)
  return (await d.ownership(company(found.thirdpartyId))).named
}

test('Companies come in the name of people and teams, and a cell that means nobody is a fault of its row', async () => {
  const ada = await d.person('ALL')
  const teamId = await d.team('Buyers of steel', [ada])
  const rows = [
    'vat,name,countryCode,owner',
    `${vatOf(1)},Alpha,FR,${ada.email.toUpperCase()}`,
    `${vatOf(2)},Beta,FR,Buyers of Steel`,
    `${vatOf(3)},Gamma,FR,`,
    `${vatOf(4)},Delta,FR,nobody@people.example`,
  ]
  expect(await importFile(rows.join('\n'))).toEqual({
    added: 3,
    faults: [{ row: 5, column: 'owner', code: 'IMPORT_OWNER_UNKNOWN' }],
  })
  expect(await ownerOf('Alpha')).toMatchObject({ userId: ada.userId, active: true })
  expect(await ownerOf('Beta')).toMatchObject({ teamId })
  expect(await ownerOf('Gamma')).toBeNull()
  const line = {
    legalIdentifier: { code: 'CIT002', value: vatOf(5) },
    unmanaged: { name: 'Epsilon', countryCode: 'FR' },
    owner: ada.email,
  }
  expect(await importFile(JSON.stringify(line), { type: 'application/x-ndjson' })).toMatchObject({ added: 1 })
  expect(await ownerOf('Epsilon')).toMatchObject({ userId: ada.userId })
})

test('Somebody who does not see the unit of an import is no owner of its companies', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const [seeing, blind] = [await d.person([north]), await d.person([south])]
  const rows = [
    'vat,name,countryCode,owner',
    `${vatOf(6)},Zeta,FR,${seeing.email}`,
    `${vatOf(7)},Eta,FR,${blind.email}`,
  ]
  expect(await importFile(rows.join('\n'), { query: `?unit=${north}` })).toEqual({
    added: 1,
    faults: [{ row: 3, column: 'owner', code: 'IMPORT_OWNER_UNKNOWN' }],
  })
  expect(await ownerOf('Zeta')).toMatchObject({ userId: seeing.userId })
})
