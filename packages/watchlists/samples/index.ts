import type { ListFile } from '../src/entry.ts'
import type { ListSource } from '../src/sources.ts'
import { euCsv, euXml } from './eu.ts'
import { sampleFile } from './files.ts'
import { frenchJson } from './france.ts'
import { ofacCsv, ofacXml } from './ofac.ts'
import { openSanctionsCsv, openSanctionsFtm } from './opensanctions.ts'
import { swissXml } from './switzerland.ts'
import { ukCsv, ukXml } from './uk.ts'
import { unXml } from './un.ts'

export { euCsv, euCsvRows, euXml } from './eu.ts'
export { sampleFile, streamFile } from './files.ts'
export { frenchJson } from './france.ts'
export { ofacCsv, ofacXml } from './ofac.ts'
export { openSanctionsCsv, openSanctionsFtm } from './opensanctions.ts'
export { swissXml } from './switzerland.ts'
export { ukCsv, ukCsvRows, ukXml } from './uk.ts'
export { unXml } from './un.ts'

export const ownCsv = `id,name,kind,aliases,identifiers,countries,birthDate,reason
P1,Tomaz Vargalo,person,Thomas Wargalo; El Tio,PASSPORT:A123456,SY,1960-08-31,Unpaid invoices
O1,Blue Harbour Trading,organisation,,LEI:253400ABCDEFGHIJ0012;VAT:PA1,Panama,,
`

export interface ListSample {
  title: string
  source: ListSource
  files: ListFile[]
  text: string
  /** Whether a file that is cut short always gives itself away. */
  hasEnd: boolean
}

const one = (title: string, source: ListSource, text: string, hasEnd: boolean): ListSample => ({
  title,
  source,
  text,
  hasEnd,
  files: [sampleFile(title, text)],
})

/** Every format there is, each with a list of its own making. */
export const listSamples: readonly ListSample[] = [
  {
    title: 'OFAC CSV',
    source: 'OFAC_SDN',
    text: ofacCsv.primary,
    hasEnd: false,
    files: Object.entries(ofacCsv).map(([name, text]) => sampleFile(`${name}.csv`, text)),
  },
  one('OFAC XML', 'OFAC_SDN', ofacXml, true),
  one('EU XML', 'EU', euXml, true),
  one('EU CSV', 'EU', euCsv(), false),
  one('UN XML', 'UN', unXml, true),
  one('UK CSV', 'UK', ukCsv(), false),
  one('UK XML', 'UK', ukXml, true),
  one('French JSON', 'FRANCE', frenchJson, true),
  one('Swiss XML', 'SWITZERLAND', swissXml, true),
  one('OpenSanctions CSV', 'OPENSANCTIONS_SANCTIONS', openSanctionsCsv, false),
  one('OpenSanctions lines', 'OPENSANCTIONS_SANCTIONS', openSanctionsFtm, false),
  one('OpenSanctions lines of exposed persons', 'OPENSANCTIONS_EXPOSED_PERSONS', openSanctionsFtm, false),
  one('Own CSV', 'OWN', ownCsv, false),
]
