import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImportedAnnouncements, createImportedGleif } from '../../src/domain/references/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { command, importFiles, strayWords } from './import-helpers.ts'
import { csvLines, writeCsv, writeZip } from './write-files.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-others-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
const file = (name: string) => path.join(folder, name)

describe('The golden copy of GLEIF', () => {
  const entity = (lei: string, name: string, members: Record<string, string> = {}) => ({
    LEI: lei,
    'Entity.LegalName': name,
    'Entity.LegalAddress.Country': 'DE',
    'Entity.HeadquartersAddress.FirstAddressLine': 'Kaistr. 5, "Haus A"',
    'Entity.HeadquartersAddress.City': 'Kiel',
    'Entity.HeadquartersAddress.PostalCode': '24103',
    'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000304',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': 'HRB 99999',
    'Entity.EntityStatus': 'ACTIVE',
    'Entity.EntityCreationDate': '1997-10-20T22:00:00Z',
    'Registration.RegistrationStatus': 'ISSUED',
    'Registration.LastUpdateDate': '2026-01-01T00:00:00Z',
    ...members,
  })
  const lei = '894500TESTDEMO000149'
  const columns = [...Object.keys(entity('', '')), 'Registration.ManagingLOU']
  const search = (searchBy: 'NAME' | 'LOCAL_ID' | 'DUNS', value: string, countryCode: string | null = null) =>
    createImportedGleif(database.db).search({ searchBy, value, countryCode })

  test('The golden copy is not searched before it is loaded', async () => {
    expect(await search('NAME', 'nordhafen')).toMatchObject({ kind: 'UNAVAILABLE' })
  })

  test('The golden copy is searched by name, in its country only, and by local number', async () => {
    const rows = [
      entity(lei, 'Nordhafen Antriebe GmbH'),
      entity('969500Q2MA9VBQ8BG884', 'Wrongly Given AG', { 'Registration.RegistrationStatus': 'ANNULLED' }),
      entity('894500TESTDEMO000140', 'Bad Key Ltd'),
    ]
    await writeZip(file('lei2.zip'), 'lei2.csv', csvLines(columns, rows))
    const [report] = await importFiles(database, 'gleif', file('lei2.zip'))
    expect(report).toMatchObject({ kind: 'gleif', added: 2, refused: 1 })
    const found = {
      kind: 'ANSWERED',
      companies: [
        { name: 'Nordhafen Antriebe GmbH', lei, countryCode: 'DE', city: 'Kiel', localId: 'HRB 99999' },
      ],
    }
    for (const typed of ['NORDHAFEN ANTRIEBE', 'antriebe nordhafen gmbh', 'nordhaf', 'nordhafne antriebe'])
      expect(await search('NAME', typed), typed).toMatchObject(found)
    expect(await search('NAME', 'nordhafen', 'DE')).toMatchObject(found)
    expect(await search('NAME', 'nordhafen', 'IT')).toMatchObject({ kind: 'ANSWERED', companies: [] })
    expect(await search('LOCAL_ID', 'hrb-99999', 'DE')).toMatchObject(found)
    expect(await search('LOCAL_ID', 'HRB 99999', 'AT')).toMatchObject({ kind: 'ANSWERED', companies: [] })
    for (const typed of ['wrongly given', 'bad key'])
      expect(await search('NAME', typed)).toMatchObject({ kind: 'ANSWERED', companies: [] })
    expect(await strayWords(database)).toEqual([])
  })

  test('The golden copy accepts a newer state of an entity', async () => {
    const ended = {
      'Entity.EntityStatus': 'INACTIVE',
      'Entity.EntityExpirationDate': '2026-02-27T23:00:00Z',
      'Registration.LastUpdateDate': '2026-03-01T00:00:00Z',
    }
    const rows = [entity(lei, 'Nordhafen Antriebe GmbH', ended)]
    await writeCsv(file('delta.csv'), csvLines([...columns, 'Entity.EntityExpirationDate'], rows))
    expect(await importFiles(database, 'gleif', file('delta.csv'))).toMatchObject([{ added: 0, changed: 1 }])
    expect(await search('NAME', 'nordhafen')).toMatchObject({ companies: [{ status: 'STRUCK_OFF' }] })
  })

  test('The golden copy is distinguished from the other registers', async () => {
    await expect(command(database, 'sirene', file('lei2.zip'))).rejects.toThrow(
      /not a sirene file.*StockUniteLegale/,
    )
  })
})

describe('Announcements of BODACC', () => {
  const siren = '999990120'
  const judgment = {
    type: 'initial',
    famille: "Jugement d'ouverture",
    nature: "Jugement d'ouverture d'une procédure de redressement judiciaire",
    date: '2026-08-31',
  }
  const notice = {
    id: 'A202601721671',
    dateparution: '2026-09-09',
    typeavis: 'annonce',
    familleavis: 'collective',
    familleavis_lib: 'Procédures collectives',
    tribunal: 'Greffe du Tribunal de Commerce de Lyon',
    registre: [siren, '999 990 120'],
    jugement: JSON.stringify(judgment),
    listepersonnes: '{"personne": "unreadable',
    url_complete: null,
  }
  const radiation = {
    ...notice,
    id: 'B202601800001',
    dateparution: '2026-10-01',
    familleavis: 'radiation',
    jugement: null,
  }

  test('Announcements come in from JSON, and reach whoever monitors the company', async () => {
    const provider = createImportedAnnouncements(database.db)
    expect(await provider.since(siren, null)).toMatchObject({ kind: 'UNAVAILABLE' })
    const nameless = { ...notice, id: 'A202601720002', registre: null, listepersonnes: '{"a": "}{\\"]"}' }
    await writeCsv(file('bodacc.json'), [JSON.stringify([notice, nameless, radiation], null, 1)])
    const [report] = await importFiles(database, 'bodacc', file('bodacc.json'))
    expect(report).toMatchObject({ position: 3, added: 2, refused: 1 })
    expect(await provider.since(siren, null)).toMatchObject({
      kind: 'ANSWERED',
      announcements: [
        { key: 'A202601721671', siren, kind: 'COLLECTIVE_PROCEDURE', procedure: { state: 'REDRESSEMENT' } },
        { key: 'B202601800001', kind: 'CESSATION' },
      ],
    })
    const late = await provider.since(siren, new Date('2026-10-05T00:00:00Z'))
    expect(late).toMatchObject({ announcements: [{ key: 'B202601800001' }] })
    expect(await provider.since('732829320', null)).toEqual({ kind: 'ANSWERED', announcements: [] })
  })

  test('Announcements are the same from CSV, and from one object a line', async () => {
    const columns = Object.keys(notice)
    const flat = [notice, radiation].map((each) => ({ ...each, registre: each.registre.join(',') }))
    await writeCsv(file('bodacc.csv'), csvLines(columns, flat, ';'))
    await writeCsv(
      file('bodacc.jsonl'),
      [notice, radiation].map((each) => `${JSON.stringify(each)}\n`),
    )
    const same = { added: 0, changed: 0, unchanged: 2, refused: 0 }
    expect(await importFiles(database, 'bodacc', file('bodacc.csv'), file('bodacc.jsonl'))).toMatchObject([
      same,
      same,
    ])
  })

  test('Announcements are refused when the export was truncated', async () => {
    await writeCsv(file('broken.json'), [JSON.stringify([notice, radiation]).slice(0, -30)])
    await expect(command(database, 'bodacc', file('broken.json'))).rejects.toThrow(/ends in the middle/)
  })
})
