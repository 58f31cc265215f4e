import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  checkDuns,
  checkLei,
  checkSiren,
  checkSiret,
  checkVat,
  countryOfVatPrefix,
  isCountryCode,
  parseDate,
  vatPrefixes,
} from '../../platform/kernel/index.ts'
import { createBundledProviders, sampleIdentifiers } from './bundled-sample.ts'
import type { CompanyRecord } from './company.ts'
import { references } from './references.ts'

type Row = Omit<CompanyRecord, 'provider'> & { establishments: string[] }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const text = (file: string) => readFile(join(root, 'catalogue/registers', file), 'utf8')
const france = JSON.parse(await text('france.json')) as Row[]
const world = JSON.parse(await text('international.json')) as Row[]
const sample = references(createBundledProviders())

test('The script reproduces the committed bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vigie-registers-'))
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/make-sample-register.mjs'), folder])
    for (const file of ['france.json', 'international.json']) {
      expect(await readFile(join(folder, file), 'utf8')).toBe(await text(file))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('Every identifier of the files is valid and used once', () => {
  const checks = { siren: checkSiren, siret: checkSiret, vatNumber: checkVat, duns: checkDuns, lei: checkLei }
  for (const [member, check] of Object.entries(checks) as [keyof typeof checks, typeof checkSiren][]) {
    const values = [...france, ...world].flatMap((row) => row[member] ?? [])
    for (const value of values) expect(check(value)).toEqual({ ok: true, value })
    expect(new Set(values).size).toBe(values.length)
  }
  for (const { siren, siret, establishments } of france) {
    for (const one of [siret ?? '', ...establishments]) {
      expect(one.startsWith(siren ?? '-')).toBe(true)
      expect(checkSiret(one).ok).toBe(true)
    }
    expect(siren).toMatch(/^9999/)
  }
})

test('The samples are varied enough to show everything', () => {
  const all = [...france, ...world]
  const distinct = (values: unknown[]) => new Set(values).size
  expect(france.length).toBeGreaterThanOrEqual(60)
  expect(world.length).toBeGreaterThanOrEqual(25)
  expect(distinct(france.map((row) => row.legalForm?.code))).toBeGreaterThanOrEqual(15)
  expect(distinct(france.map((row) => row.headOffice?.region))).toBe(18)
  expect(distinct(france.map((row) => row.nafCode))).toBeGreaterThanOrEqual(60)
  expect(distinct(all.map((row) => row.status))).toBe(3)
  expect(distinct(all.map((row) => row.name))).toBeGreaterThanOrEqual(all.length - 1)
  const prefixes = all.flatMap((row) => row.vatNumber?.slice(0, 2) ?? [])
  expect([...new Set(prefixes)].toSorted()).toEqual(vatPrefixes)
  expect(world.some((row) => row.vatNumber === null && row.duns !== null)).toBe(true)
})

test('Every row of the sample is coherent', () => {
  for (const row of [...france, ...world]) {
    expect(parseDate(row.creationDate ?? '')).not.toBeNull()
    expect(row.status === 'STRUCK_OFF').toBe(row.closureDate !== null)
    expect(row.status === 'ACTIVE').toBe(row.statusSince === null)
    expect(row.statusSince === null || row.statusSince > (row.creationDate ?? '')).toBe(true)
    expect(row.mainActivity).toBeTruthy()
    expect(row.executives.length).toBeGreaterThan(0)
    expect(row.headOffice?.countryCode).toBe(row.countryCode)
    if (row.vatNumber) expect(countryOfVatPrefix(row.vatNumber.slice(0, 2))).toBe(row.countryCode)
  }
})

test('Of executives the samples tell what registers tell, of some more than of others', () => {
  const executives = [...france, ...world].flatMap((row) => row.executives)
  const people = executives.filter(({ kind }) => kind === 'PERSON')
  for (const { birthMonth = '1974-06', nationality = 'FR', identifier } of people) {
    expect(birthMonth).toMatch(/^19\d\d(-(0[1-9]|1[0-2]))?$/)
    expect(isCountryCode(nationality)).toBe(true)
    expect(identifier).toBeUndefined()
  }
  for (const length of [undefined, 4, 7]) {
    expect(people.filter(({ birthMonth }) => birthMonth?.length === length).length).toBeGreaterThan(5)
  }
  const sirens = new Map(
    executives.flatMap(({ name, identifier }) => (identifier ? [[identifier, name]] : [])),
  )
  expect(sirens.size).toBeGreaterThan(0)
  for (const [siren, name] of sirens) {
    expect(checkSiren(siren), name).toEqual({ ok: true, value: siren })
    expect(france.some((row) => row.siren === siren)).toBe(false)
  }
})

test('Every company is found by each of its identifiers', async () => {
  for (const { recordId, siren, siret, vatNumber, duns } of [...france, ...world]) {
    const found = { kind: 'FOUND', company: { recordId, siret } }
    if (siren) expect(await sample.find({ code: 'SIREN', value: siren })).toMatchObject(found)
    if (siret) expect(await sample.find({ code: 'CIT001', value: siret })).toMatchObject(found)
    if (vatNumber) expect(await sample.find({ code: 'CIT002', value: vatNumber })).toMatchObject(found)
    if (duns) expect(await sample.find({ code: 'CIT003', value: duns })).toMatchObject(found)
  }
  for (const identifier of await sampleIdentifiers())
    expect(await sample.find(identifier)).toMatchObject({ kind: 'FOUND' })
  expect(await sampleIdentifiers()).toHaveLength(france.length + world.length)
})

test('Another establishment leads to its company, under its own SIRET', async () => {
  const row = france.find(({ establishments }) => establishments.length > 0)
  const siret = row?.establishments[0] ?? ''
  const { establishments: _, ...company } = { ...row, siret, localRegister: null, provider: 'sample-france' }
  expect(await sample.find({ code: 'CIT001', value: siret })).toEqual({ kind: 'FOUND', company })
})

test('A company outside the sample is NOT_FOUND, never null', async () => {
  for (const code of ['CIT001', 'CIT002', 'CIT003', 'SIREN'] as const) {
    for (const value of ['73282932000074', 'null', 'DE136695976']) {
      expect(await sample.find({ code, value })).toEqual({ kind: 'NOT_FOUND' })
    }
  }
})
