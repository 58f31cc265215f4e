import { expect, test } from 'vitest'
import { createBundledProviders, sampleIdentifiers } from './bundled-sample.ts'
import type { CompanyIdentifier, ReferenceProvider } from './provider.ts'
import { references } from './references.ts'

const unknown: CompanyIdentifier = { code: 'CIT001', value: '73282932000074' }
const far: ReferenceProvider = {
  name: 'far',
  countries: 'FR',
  find: () => Promise.reject(new Error('must not be asked')),
}
const half: ReferenceProvider = {
  name: 'half imported',
  countries: 'FR',
  find: () => Promise.resolve({ kind: 'NOT_FOUND' }),
  findMany: async (all) =>
    all.map(({ value }) =>
      value === unknown.value ? { kind: 'UNAVAILABLE', reason: 'not imported' } : { kind: 'NOT_FOUND' },
    ),
}

async function kinds(providers: readonly ReferenceProvider[], asked: readonly CompanyIdentifier[]) {
  return (await references(providers).findMany(asked)).map(({ kind }) => kind)
}

test('Local registers answer for many at once, in the order they were asked', async () => {
  const samples = await sampleIdentifiers()
  const asked = [unknown, ...samples]
  const answers = await references(createBundledProviders()).findMany(asked)
  expect(answers[0]).toEqual({ kind: 'NOT_FOUND' })
  for (const [nth, identifier] of samples.entries())
    expect(answers[nth + 1]).toEqual(await references(createBundledProviders()).find(identifier))
})

test('A remote register is not asked, and what it might know stays open', async () => {
  const [known] = await sampleIdentifiers()
  const asked = known ? [known, unknown] : []
  expect(await kinds([...createBundledProviders(), far], asked)).toEqual(['FOUND', 'UNAVAILABLE'])
  expect(await kinds([far, ...createBundledProviders()], asked)).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
  expect(await kinds([], asked)).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
})

test('One silent register leaves only its own questions open', async () => {
  const other: CompanyIdentifier = { code: 'CIT001', value: '55208131766522' }
  expect(await kinds([half, ...createBundledProviders()], [unknown, other])).toEqual([
    'UNAVAILABLE',
    'NOT_FOUND',
  ])
})
