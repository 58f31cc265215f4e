import { listSources, type ListSource } from '@vigie/watchlists'
import type { Settings } from './config-readers.ts'

export type PublishedSource = Exclude<ListSource, 'OWN'>

export interface FetchedListConfig {
  readonly source: PublishedSource
  /** Of all its files. They may hold a token of the operator. */
  readonly addresses: readonly string[]
  /** The operator wrote them: they may lead into the own network, and by http. */
  readonly isOwnAddress: boolean
}

/** Published lists that are fetched by themselves; none unless the operator names them. */
export interface ListsConfig {
  readonly fetched: readonly FetchedListConfig[]
  readonly everyHours: number
  readonly maxBytes: number
}

const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'
const openSanctions = 'https://data.opensanctions.org/datasets/latest'

interface Place {
  readonly setting: string
  /** Where the publisher offers it; none where that takes a token or changes. */
  readonly addresses: readonly string[]
}

const places: Record<PublishedSource, Place> = {
  OFAC_SDN: {
    setting: 'SCREENING_OFAC_SDN_URL',
    addresses: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'].map((file) => `${ofac}/${file}`),
  },
  OFAC_CONSOLIDATED: {
    setting: 'SCREENING_OFAC_CONSOLIDATED_URL',
    addresses: ['CONS_PRIM.CSV', 'CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV'].map(
      (file) => `${ofac}/${file}`,
    ),
  },
  EU: { setting: 'SCREENING_EU_URL', addresses: [] },
  UN: {
    setting: 'SCREENING_UN_URL',
    addresses: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  },
  UK: {
    setting: 'SCREENING_UK_URL',
    addresses: ['https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv'],
  },
  FRANCE: {
    setting: 'SCREENING_FRANCE_URL',
    addresses: [
      'https://gels-avoirs.dgtresor.gouv.fr/ApiPublic/api/v1/publication/derniere-publication-fichier-json',
    ],
  },
  SWITZERLAND: { setting: 'SCREENING_SWITZERLAND_URL', addresses: [] },
  OPENSANCTIONS_SANCTIONS: {
    setting: 'SCREENING_OPENSANCTIONS_SANCTIONS_URL',
    addresses: [`${openSanctions}/sanctions/targets.simple.csv`],
  },
  OPENSANCTIONS_EXPOSED_PERSONS: {
    setting: 'SCREENING_OPENSANCTIONS_EXPOSED_PERSONS_URL',
    addresses: [`${openSanctions}/peps/targets.simple.csv`],
  },
}

const published = listSources.filter((source): source is PublishedSource => source !== 'OWN')
const nameOf = (source: PublishedSource) => source.toLowerCase().replaceAll('_', '-')

export function readLists(settings: Settings): ListsConfig {
  const names = [...new Set(settings.list('SCREENING_LISTS'))]
  const known = published.filter((source) => names.includes(nameOf(source)))
  if (known.length < names.length)
    settings.fault(`SCREENING_LISTS takes ${published.map(nameOf).join(', ')}, separated by commas.`)
  return {
    // All addresses are read, so that a wrong one is told before its list is named.
    fetched: published
      .map((source) => readPlace(settings, source, known.includes(source)))
      .filter(({ source }) => known.includes(source)),
    everyHours: settings.integer('SCREENING_LISTS_EVERY_HOURS', 24, { min: 1, max: 168 }),
    maxBytes: settings.integer('SCREENING_LIST_MAX_MB', 2_000, { min: 1, max: 8_000 }) * 1024 * 1024,
  }
}

function readPlace(settings: Settings, source: PublishedSource, isFetched: boolean): FetchedListConfig {
  const { setting, addresses } = places[source]
  const own = (settings.optional(setting) ?? '').split(/\s+/).filter((address) => address !== '')
  if (!own.every(isWebAddress))
    settings.fault(`${setting} must be addresses beginning with http:// or https://, separated by spaces.`)
  if (isFetched && own.length === 0 && addresses.length === 0)
    settings.fault(`${setting} is required with ${nameOf(source)} in SCREENING_LISTS.`)
  return own.length > 0
    ? { source, addresses: own, isOwnAddress: true }
    : { source, addresses, isOwnAddress: false }
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//.test(address) && URL.canParse(address)
}
