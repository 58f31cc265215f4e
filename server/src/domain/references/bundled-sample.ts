import { readFile } from 'node:fs/promises'
import { sirenOfVat } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import type { CompanyIdentifier, ReferenceProvider } from './provider.ts'

interface SampleRow extends Omit<CompanyRecord, 'provider'> {
  /** SIRETs of the other establishments. */
  readonly establishments: readonly string[]
}

// Four levels up is the repository from server/src and from server/dist alike.
const folder = new URL('../../../../catalogue/registers/', import.meta.url)

/** The invented registers that come with Vigie: everything works with no outside access. */
export function bundledProviders(): ReferenceProvider[] {
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

function sampleProvider(name: string, countries: 'FR' | 'INTERNATIONAL', file: string): ReferenceProvider {
  let index: Promise<Map<string, CompanyRecord>> | undefined
  return {
    name,
    countries,
    async find(identifier) {
      index ??= readRows(file).then((rows) => indexed(name, rows))
      const company = (await index).get(keyOf(identifier))
      return company ? { kind: 'FOUND', company } : { kind: 'NOT_FOUND' }
    },
  }
}

async function readRows(file: string): Promise<SampleRow[]> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8')) as SampleRow[]
}

function indexed(provider: string, rows: readonly SampleRow[]): Map<string, CompanyRecord> {
  const index = new Map<string, CompanyRecord>()
  for (const { establishments, ...row } of rows) {
    const company = { ...row, provider }
    const keys = { SIREN: row.siren, CIT001: row.siret, CIT002: row.vatNumber, CIT003: row.duns }
    for (const [code, value] of Object.entries(keys))
      if (value !== null) index.set(`${code} ${value}`, company)
    for (const siret of establishments) index.set(`CIT001 ${siret}`, { ...company, siret })
  }
  return index
}

// A French VAT number is a SIREN with a key, and companies may hold several: the SIREN decides.
function keyOf({ code, value }: CompanyIdentifier): string {
  const siren = code === 'CIT002' ? sirenOfVat(value) : null
  return siren ? `SIREN ${siren}` : `${code} ${value}`
}
