import { expect, test } from 'vitest'
import { indexedVersion } from './indexed-version.ts'
import { yenteQuery } from './yente-query.ts'

test('A subject is asked for by names, birth, countries and numbers in the words of the service', () => {
  const identifiers = [
    { type: 'SIREN', value: '552100554' },
    { type: 'LEI', value: '969500T1UBNNTYVWOS04' },
    { type: 'SIRET', value: '55210055400013' },
    { type: 'CARD', value: 'X1' },
  ]
  const names = [
    { text: 'Acme', kind: 'PRIMARY' },
    { text: 'ACM', kind: 'WEAK' },
  ] as const
  expect(yenteQuery({ kind: 'ORGANISATION', names, countries: ['FR'], identifiers })).toEqual({
    schema: 'Company',
    properties: {
      name: ['Acme'],
      weakAlias: ['ACM'],
      country: ['fr'],
      registrationNumber: ['552100554', '55210055400013'],
      leiCode: ['969500T1UBNNTYVWOS04'],
      idNumber: ['X1'],
    },
  })
  const birthDates = ['1970-05', '~1971', '1955/1958']
  expect(yenteQuery({ kind: 'PERSON', names: [names[0]], birthDates, countries: ['DE'] })).toEqual({
    schema: 'Person',
    properties: { name: ['Acme'], birthDate: ['1970-05'], nationality: ['de'] },
  })
})

test('The version is the one that is indexed, by itself or as part of a larger dataset', () => {
  const part = { name: 'peps', version: '20261102000000-new', entity_count: 7, children: [] }
  const middle = { name: 'people', version: 'x', children: ['peps', 'people'] }
  const whole = {
    name: 'default',
    version: '20261102000000-new',
    index_version: '20261101123000-old',
    updated_at: '2026-11-02T00:00:00',
    children: ['people'],
  }
  const madeAt = new Date('2026-11-01T12:30:00Z')
  const found = { version: '20261101123000-old', madeAt, entities: 7 }
  expect(indexedVersion([part, middle, whole], 'peps')).toEqual(found)
  expect(indexedVersion([part, middle, { ...whole, children: [] }], 'peps')).toBeNull()
  expect(indexedVersion([whole], 'peps')).toBeNull()
  const own = { ...part, index_version: '100', updated_at: '2026-11-02T01:00:00' }
  expect(indexedVersion([own, whole], 'peps')).toMatchObject({
    version: '100',
    madeAt: new Date('2026-11-02T01:00:00Z'),
  })
  // A service that says of nothing what it has indexed.
  expect(indexedVersion([{ ...part, version: 'static' }], 'peps')).toMatchObject({ madeAt: null })
})
