import { expect, test } from 'vitest'
import { companyOfLei } from './gleif.record.ts'
import type { LeiRecord } from './gleif.schema.ts'

const address = {
  addressLines: ['Kaistr. 5'],
  city: 'Kiel',
  region: 'DE-SH',
  country: 'DE',
  postalCode: '24103',
}

function record(entity: Partial<LeiRecord['attributes']['entity']>): LeiRecord {
  const whole = { legalName: { name: 'Nordhafen Antriebe GmbH' }, legalAddress: address, ...entity }
  return { id: '894500TESTDEMO000149', attributes: { entity: whole, registration: { status: 'ISSUED' } } }
}

const read = (entity: Partial<LeiRecord['attributes']['entity']>) => companyOfLei('gleif', record(entity))

test.each([
  ['1997-10-20T22:00:00Z', '1997-10-21'],
  ['1997-10-20T23:00:00+00:00', '1997-10-21'],
  ['1997-10-20T00:00:00Z', '1997-10-20'],
  ['1997-10-20T05:00:00Z', '1997-10-20'],
  ['1997-10-20T16:00:00Z', '1997-10-21'],
  ['soon', null],
  [null, null],
])('A creation date written as %s was on %s', (creationDate, day) => {
  expect(read({ creationDate }).creationDate).toBe(day)
})

test.each([
  [
    { id: '2HBR', other: null },
    { code: '2HBR', label: null },
  ],
  [
    { id: '8888', other: 'Genossenschaft' },
    { code: 'Genossenschaft', label: 'Genossenschaft' },
  ],
  [{ id: '9999', other: null }, null],
  [null, null],
])('The legal form %o is %o', (legalForm, expected) => {
  expect(read({ legalForm }).legalForm).toEqual(expected)
})

test('The head office is preferred to the legal address', () => {
  const headquartersAddress = { ...address, addressLines: ['Werftstr. 9', ''], country: 'DK', city: 'Odense' }
  expect(read({ headquartersAddress })).toMatchObject({
    countryCode: 'DE',
    headOffice: { lines: ['Werftstr. 9'], city: 'Odense', countryCode: 'DK' },
  })
  expect(read({}).headOffice).toMatchObject({ lines: ['Kaistr. 5'], city: 'Kiel' })
})

test('The latest open procedure is given with its day, an end with its reason', () => {
  const events = [
    { type: 'INSOLVENCY', status: 'IN_PROGRESS', effectiveDate: '2026-01-31T23:00:00Z' },
    { type: 'LIQUIDATION', status: 'IN_PROGRESS', effectiveDate: null, recordedDate: '2026-03-01T00:00:00Z' },
  ]
  expect(read({ eventGroups: [{ events }] })).toMatchObject({
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: 'LIQUIDATION',
    statusSince: '2026-03-01',
  })
  const expiration = { date: '2025-06-30T22:00:00Z', reason: 'DISSOLVED' }
  expect(read({ status: 'INACTIVE', expiration })).toMatchObject({
    status: 'STRUCK_OFF',
    statusDetail: 'DISSOLVED',
    statusSince: '2025-07-01',
    closureDate: '2025-07-01',
  })
})

test('A trading name is given, and another kind of name is not taken for one', () => {
  const otherNames = [
    { name: 'Alt-Nordhafen', type: 'PREVIOUS_LEGAL_NAME' },
    { name: 'NHA', type: 'TRADING_OR_OPERATING_NAME' },
  ]
  expect(read({ otherNames }).tradeName).toBe('NHA')
  expect(read({ otherNames: otherNames.slice(0, 1) }).tradeName).toBeNull()
})
