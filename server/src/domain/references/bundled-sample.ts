import { readFile } from 'node:fs/promises'
import { SampleIndex, type SampleRow } from './bundled-sample.search.ts'
import type { CompanyRecord } from './company.ts'
import type { CompanyIdentifier, Lookup, SearchableProvider } from './provider.ts'

// Four levels up is the repository from server/src and from server/dist alike.
const folder = new URL('../../../../catalogue/registers/', import.meta.url)

/** The invented registers that come with Vigie: everything works with no outside access. */
export function createBundledProviders(): SearchableProvider[] {
  return [
    sampleProvider('sample-france', 'FR', 'france.json'),
    sampleProvider('sample-international', 'INTERNATIONAL', 'international.json'),
  ]
}

/** The identifiers a portfolio made of the samples would be added by. */
export async function sampleIdentifiers(): Promise<
  { code: 'CIT001' | 'CIT002' | 'CIT003'; value: string }[]
> {
  const rows = (await Promise.all(['france.json', 'international.json'].map(readRows))).flat()
  return rows.map(({ siret, vatNumber, duns }) => {
    if (siret) return { code: 'CIT001', value: siret }
    return vatNumber ? { code: 'CIT002', value: vatNumber } : { code: 'CIT003', value: duns ?? '' }
  })
}

function sampleProvider(name: string, countries: 'FR' | 'INTERNATIONAL', file: string): SearchableProvider {
  let index: Promise<SampleIndex> | undefined
  const openIndex = () => (index ??= readRows(file).then((rows) => new SampleIndex(name, rows)))
  return {
    name,
    countries,
    findsBy: countries === 'FR' ? ['CIT001'] : ['CIT003', 'CIT002', 'LEI', 'NATIONAL'],
    async find(identifier) {
      return lookUp(await openIndex(), identifier)
    },
    async findMany(identifiers) {
      const sample = await openIndex()
      return identifiers.map((identifier) => lookUp(sample, identifier))
    },
    async search(query) {
      return (await openIndex()).search(query)
    },
  }
}

function lookUp(sample: SampleIndex, identifier: CompanyIdentifier): Lookup<CompanyRecord> {
  const company = sample.find(identifier)
  return company ? { kind: 'FOUND', company } : { kind: 'NOT_FOUND' }
}

async function readRows(file: string): Promise<SampleRow[]> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8')) as SampleRow[]
}
