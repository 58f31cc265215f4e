import { expect, test } from 'vitest'
import type { CompanyRecord } from '../references/index.ts'
import { beforeAndAfter, differences, groupNames } from './identity.ts'
import { mergeIdentity, type KnownIdentity } from './merge-identity.ts'

const company: CompanyRecord = {
  provider: 'register',
  recordId: '999990120',
  name: 'VALMERAC',
  tradeName: null,
  siren: '999990120',
  siret: '99999012000019',
  vatNumber: null,
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  countryCode: 'FR',
  legalForm: { code: '5710', label: 'SAS' },
  headOffice: { lines: ['1 rue'], postalCode: '69100', city: 'LYON', region: null, countryCode: 'FR' },
  nafCode: '25.62B',
  mainActivity: null,
  activityScheme: 'NAF',
  executives: [{ name: 'Elise', role: 'PDG', kind: 'PERSON' }],
  headcount: { band: '21', min: 50, max: 99, value: null, year: 2023 },
  creationDate: '2009-03-02',
  closureDate: null,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
}
const then = '2026-01-01T00:00:00.000'
const now = '2026-11-15T00:00:00.000'

function known(changes: Partial<CompanyRecord> = {}, provider = 'register'): KnownIdentity {
  const { provider: _p, recordId: _r, ...identity } = { ...company, ...changes }
  const provenance = [{ groups: groupNames, provider, fetchedAt: then, recordId: null }]
  return { identity, provenance, announced: null }
}

test('Equal companies do not differ, in whatever order their members come', () => {
  const { identity } = known()
  const turned = { countryCode: 'FR', region: null, city: 'LYON', postalCode: '69100', lines: ['1 rue'] }
  expect(differences(identity, { ...identity, headOffice: turned })).toEqual([])
})

test('Each changed group is reported with its changed fields, and no other', () => {
  const { identity } = known()
  const after = { ...identity, name: 'VALMERAC GROUPE', executives: [], statusDetail: 'CEASED' }
  expect(differences(identity, after)).toEqual([
    { group: 'identity', before: { name: 'VALMERAC' }, after: { name: 'VALMERAC GROUPE' } },
    { group: 'executives', before: { executives: company.executives }, after: { executives: [] } },
    { group: 'status', before: { statusDetail: null }, after: { statusDetail: 'CEASED' } },
  ])
})

const bornElise = {
  name: 'Elise',
  role: 'PDG',
  kind: 'PERSON',
  birthMonth: '1974-06',
  nationality: 'FR',
} as const

test('A birth month learnt of an executive is a difference, and an event that names nobody', () => {
  const { identity } = known()
  const found = differences(identity, { ...identity, executives: [bornElise] })
  expect(found).toEqual([
    {
      group: 'executives',
      before: { executives: company.executives },
      after: { executives: [bornElise] },
    },
  ])
  expect(beforeAndAfter(found)).toEqual({ groups: ['executives'], before: {}, after: {} })
})

test('An event tells who came and who left by name, role and kind alone', () => {
  const audit = { name: 'ORNEVAL', role: 'Auditor', kind: 'COMPANY', identifier: '999993454' } as const
  const before = known({ executives: [bornElise] }).identity
  const found = differences(before, { ...before, name: 'VALMERAC GROUPE', executives: [bornElise, audit] })
  expect(beforeAndAfter(found)).toEqual({
    groups: ['identity', 'executives'],
    before: { name: 'VALMERAC', executives: company.executives },
    after: {
      name: 'VALMERAC GROUPE',
      executives: [...company.executives, { name: 'ORNEVAL', role: 'Auditor', kind: 'COMPANY' }],
    },
  })
})

test('A register’s silence erases what it said itself, and nothing from elsewhere', () => {
  const silent = { ...company, executives: [], headcount: null }
  const own = mergeIdentity(known(), silent, now)
  expect(own.differences.map(({ group }) => group)).toEqual(['executives', 'headcount'])
  expect(own.provenance.flatMap(({ groups }) => groups)).not.toContain('headcount')
  const foreign = mergeIdentity(known({}, 'another'), silent, now)
  expect(foreign.differences).toEqual([])
  expect(foreign.identity.headcount).toEqual(company.headcount)
})

test('No silence of a register erases an identifier', () => {
  const merged = mergeIdentity(known({ duns: '150483782' }), { ...company, lei: '894500VIGIESAMP00584' }, now)
  expect(merged.identity).toMatchObject({
    duns: '150483782',
    lei: '894500VIGIESAMP00584',
    siren: '999990120',
  })
})

test('Provenance changes only with the value it belongs to', () => {
  const { provenance } = mergeIdentity(known(), { ...company, name: 'VALMERAC GROUPE' }, now)
  expect(provenance).toEqual([
    { groups: groupNames.slice(1), provider: 'register', fetchedAt: then, recordId: null },
    { groups: ['identity'], provider: 'register', fetchedAt: now, recordId: '999990120' },
  ])
})

test.each([
  ['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'IN_COLLECTIVE_PROCEDURE'],
  ['STRUCK_OFF', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF'],
  ['ACTIVE', 'ACTIVE', 'ACTIVE'],
  ['ACTIVE', null, 'ACTIVE'],
] as const)('The register says %s and announcements say %s: shown is %s', (register, announced, shown) => {
  const status = { status: announced ?? 'ACTIVE', statusDetail: null, statusSince: null }
  const merged = mergeIdentity(
    { ...known(), announced: announced && status },
    { ...company, status: register },
    now,
  )
  expect(merged.identity.status).toBe(shown)
})
