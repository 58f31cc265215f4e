import { expect, test } from 'vitest'
import type { CompanyIdentifier, Lookup, ReferenceProvider } from './provider.ts'
import type { CompanyRecord } from './company.ts'
import { references } from './references.ts'

const french: CompanyIdentifier = { code: 'CIT001', value: '99999012000019' }
const found = (name: string): Lookup<CompanyRecord> => ({ kind: 'FOUND', company: { name } as CompanyRecord })
const notFound: Lookup<CompanyRecord> = { kind: 'NOT_FOUND' }
const down: Lookup<CompanyRecord> = { kind: 'UNAVAILABLE', reason: 'down' }

const provider = (countries: 'FR' | 'INTERNATIONAL', lookup: Lookup<CompanyRecord>): ReferenceProvider => ({
  name: `${countries} ${lookup.kind}`,
  countries,
  find: () => Promise.resolve(lookup),
})

test.each<[CompanyIdentifier, string]>([
  [french, 'F'],
  [{ code: 'SIREN', value: '999990120' }, 'F'],
  [{ code: 'CIT002', value: 'FR59999990120' }, 'F'],
  [{ code: 'CIT002', value: 'DE136695976' }, 'I'],
  [{ code: 'CIT003', value: '900000017' }, 'I'],
])('%o is asked of %s', async (identifier, name) => {
  const both = references([provider('INTERNATIONAL', found('I')), provider('FR', found('F'))])
  expect(await both.find(identifier)).toEqual(found(name))
})

test.each([
  [[notFound, found('B')], found('B')],
  [[down, found('B')], found('B')],
  [[notFound, notFound], notFound],
  [[down, notFound], down],
  [[notFound, down], down],
])('providers answering %o together answer %o', async (answers, together) => {
  const asked = references(answers.map((answer) => provider('FR', answer)))
  expect(await asked.find(french)).toEqual(together)
})

test('no provider for a part of the world leaves the question open', async () => {
  const none = references([provider('INTERNATIONAL', found('I'))])
  expect(await none.find(french)).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('the caller’s signal reaches the provider', async () => {
  const { signal } = new AbortController()
  let seen: AbortSignal | undefined
  const watching: ReferenceProvider = {
    ...provider('FR', notFound),
    find: (_, given) => {
      seen = given
      return Promise.resolve(notFound)
    },
  }
  await references([watching]).find(french, signal)
  expect(seen).toBe(signal)
})
