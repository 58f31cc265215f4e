import { expect, test } from 'vitest'
import { countryCode } from '../src/index.ts'
import { readDate, readDay } from '../src/dates.ts'
import { identifiersInText, identifierType } from '../src/identifiers.ts'

test.each([
  ['31 Aug 1960', '1960-08-31'],
  ['Aug 1960', '1960-08'],
  ['Nov. 1973 ', '1973-11'],
  ['September 1973', '1973-09'],
  ['1960', '1960'],
  ['1960-08-31', '1960-08-31'],
  ['1960-08', '1960-08'],
  ['31/08/1960', '1960-08-31'],
  ['31.08.1960', '1960-08-31'],
  ['dd/mm/1965', '1965'],
  ['dd/05/1965', '1965-05'],
  ['00/00/1965', '1965'],
  ['31 Feb 1960', '1960-02'],
  ['29 Feb 1960', '1960-02-29'],
  ['circa 1961', '~1961'],
  ['circa 11 May 1961', '~1961-05-11'],
  ['1955 to 1958', '1955/1958'],
  ['01 Jan 1955 to 31 Dec 1958', '1955/1958'],
  ['between 1955 and 1958', '1955/1958'],
  ['circa 1955-1958', '1955/1958'],
  ['Jan 1955 to Mar 1955', '1955'],
  ['30-35 years old', undefined],
  ['soon', undefined],
  ['0199', undefined],
  ['', undefined],
])('The birth date %s is read as %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})

test('A day is found within a time stamp, and a year alone is none', () => {
  expect(readDay('2026-02-27T00:00:09.554Z')).toBe('2026-02-27')
  expect(readDay('2026-07-11 12:00:00')).toBe('2026-07-11')
  expect(readDay('2015-03-27-04:00')).toBe('2015-03-27')
  expect(readDay('31-Mar-2026')).toBe('2026-03-31')
  expect(readDay('2026')).toBeUndefined()
  expect(readDay(undefined)).toBeUndefined()
})

test.each([
  ['FR', 'FR'],
  ['fr', 'FR'],
  ['Germany', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Korea, North', 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Democratic Republic of the Congo', 'CD'],
  ['Congo', 'CG'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Iran', 'IR'],
  ['République arabe syrienne', 'SY'],
  ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
  ['UK', 'GB'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ["Côte d'Ivoire", 'CI'],
  ['Bosnia-Herzegovina', 'BA'],
  ['Burma', 'MM'],
  ['Fédération de Russi e', 'RU'],
  ['CS', 'RS'],
  ['The Gambia', 'GM'],
  ['Hong Kong', 'HK'],
  ['Kosovo', 'XK'],
  ['Atlantis', undefined],
  ['ZZ', undefined],
  ['constructor', undefined],
])('The country %s has the code %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test.each([
  ['Passport', 'PASSPORT'],
  ['Numéro de passeport', 'PASSPORT'],
  ['National Identification Number', 'NATIONAL_ID'],
  ['Cedula No.', 'NATIONAL_ID'],
  ['Legal Entity Number', 'LEI'],
  ['D-U-N-S Number', 'DUNS'],
  ['V.A.T. Number', 'VAT'],
  ['R.F.C.', 'TAX_ID'],
  ['Italian Fiscal Code', 'TAX_ID'],
  ['Unified Social Credit Code (USCC)', 'REGISTRATION'],
  ['SWIFT/BIC', 'BIC'],
  ['Shoe size', 'OTHER'],
])('A number called %s is of type %s', (label, type) => {
  expect(identifierType(label)).toBe(type)
})

test('Numbers are found in a free text, and words that only look like labels are not', () => {
  expect(
    identifiersInText('INN: 7704000001, KPP 770401001; SWIFT/BIC: BLHTPAPA; Swift Investments Ltd'),
  ).toEqual([
    { type: 'TAX_ID', value: '7704000001' },
    { type: 'REGISTRATION', value: '770401001' },
    { type: 'BIC', value: 'BLHTPAPA' },
  ])
})
