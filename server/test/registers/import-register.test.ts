import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vatOfSiren } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { all, importFiles, strayWords, writeStock } from './import-helpers.ts'
import { establishments, siretOf, type StockRow } from './sirene-stock.ts'

const units = 2_000
const masked = '[NON-DIFFUSIBLE]'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-stock-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function nth(wanted: (row: StockRow) => boolean): StockRow {
  for (const row of all(1_000)) if (wanted(row)) return row
  throw new Error('The stock has none such.')
}

describe('A stock of 2,000 units', () => {
  let t: TestApp
  let office: { base: string; token: string }
  beforeAll(async () => {
    t = await testApp({ environment: { FRENCH_REGISTER: 'imported', INTERNATIONAL_REGISTERS: 'imported' } })
    office = await t.given.office()
  })
  afterAll(() => t.close())

  const search = async (searchBy: string, value: string, countryCode = 'FR') => {
    const body = { searchBy, value, countryCode }
    const answer = await t.call('POST', `${office.base}/thirdparties/search`, { token: office.token, body })
    return {
      httpStatus: answer.statusCode,
      ...answer.json<{ content?: { name: string; siren: string }[] }>(),
    }
  }
  const add = async (code: string, value: string) => {
    const body = { legalIdentifier: { code, value } }
    const answer = await t.call('POST', `${office.base}/thirdparties`, { token: office.token, body })
    return { httpStatus: answer.statusCode, ...answer.json<Record<string, unknown>>() }
  }

  test('A register says that it is not loaded, rather than that it is empty', async () => {
    expect(await search('NAME', 'boulangerie')).toMatchObject({
      httpStatus: 503,
      code: 'PROVIDER_UNAVAILABLE',
    })
  })

  test('The stock is loaded from its archives, each row once', { timeout: 180_000 }, async () => {
    const [ofUnits, ofEstablishments] = await importFiles(t, 'sirene', ...(await writeStock(folder, units)))
    expect(ofUnits).toMatchObject({ kind: 'sirene-units', position: units, added: units, refused: 0 })
    expect(ofEstablishments).toMatchObject({ kind: 'sirene-establishments', changed: 0, refused: 0 })
    expect(await strayWords(t)).toEqual([])
  })

  test('The stock is searched by name: whole, partial, in another order, misspelt', async () => {
    const company = nth((row) => /^[A-Z]{6,} [A-ZÉÈ]{6,}$/.test(row['denominationUniteLegale'] ?? ''))
    const name = company['denominationUniteLegale'] ?? ''
    const [one = '', two = ''] = name.split(' ')
    const slip = two.slice(0, 2) + two.charAt(3) + two.charAt(2) + two.slice(4)
    for (const typed of [
      name,
      `${name.toLowerCase()} S.A.S.`,
      name.slice(0, -2),
      `${two} ${one}`,
      `${one} ${slip}`,
    ]) {
      const { httpStatus, content } = await search('NAME', typed)
      expect(httpStatus).toBe(200)
      expect(
        content?.slice(0, 10).map((each) => each.name),
        typed,
      ).toContain(name)
    }
    expect(await search('NAME', 'zzzyyyxxx')).toMatchObject({ httpStatus: 200, content: [] })
  })

  test('The stock is searched by SIREN, SIRET and VAT number, and by no other', async () => {
    const { siren, denominationUniteLegale: name } = nth((row) => row['denominationUniteLegale'] !== null)
    const found = { httpStatus: 200, content: [{ name, siren, siret: siretOf(siren ?? '', 1), score: 1 }] }
    expect(await search('SIREN', siren ?? '')).toMatchObject(found)
    expect(await search('SIRET', siretOf(siren ?? '', 1))).toMatchObject(found)
    expect(await search('VAT', vatOfSiren(siren ?? ''))).toMatchObject(found)
    expect(await search('SIREN', '732829320')).toMatchObject({ httpStatus: 200, content: [] })
  })

  test('Companies of the stock are added, by any establishment', async () => {
    const nthOne = Array.from({ length: 100 }, (_, i) => i).find((i) => establishments(i).length === 2) ?? 0
    const siret = establishments(nthOne)[1]?.['siret'] ?? ''
    const head = establishments(nthOne)[0]
    expect(await add('CIT001', siret)).toMatchObject({
      httpStatus: 201,
      identityStatus: 'COMPLETE',
      siret,
      siren: siret.slice(0, 9),
      headOffice: {
        city: head?.['libelleCommuneEtablissement'],
        postalCode: head?.['codePostalEtablissement'],
      },
    })
    expect(await add('CIT001', siretOf(siret.slice(0, 9), 3))).toMatchObject({ httpStatus: 422 })
  })

  test('The stock does not reveal the names of people who objected', async () => {
    const person = nth((row) => row['nomUniteLegale'] === '[ND]')
    const siren = person['siren'] ?? ''
    const { city: _, ...hidden } = {
      name: masked,
      headOffice: { lines: [masked], postalCode: masked },
      city: '',
    }
    expect(await add('CIT001', siretOf(siren, 1))).toMatchObject({ httpStatus: 201, ...hidden })
    const { content } = await search('NAME', 'non diffusible')
    expect(content?.filter((each) => each.name === masked)).toEqual([])
  })
})
