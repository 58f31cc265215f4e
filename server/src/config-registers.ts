import type { Settings } from './config-readers.ts'

const internationalRegisters = ['sample', 'gleif', 'vies', 'companies-house', 'dnb', 'imported'] as const

const frenchRegisters = ['sample', 'public-search', 'insee', 'imported'] as const

export type FrenchRegisterName = (typeof frenchRegisters)[number]

/** The registers asked about French companies, in order; addresses are null for the services' own. */
export interface FrenchConfig {
  readonly registers: readonly FrenchRegisterName[]
  readonly publicSearchUrl: string | null
  readonly insee: { readonly apiKey: string; readonly url: string | null }
}

export type InternationalRegister = (typeof internationalRegisters)[number]

/** The registers asked about companies outside France, in order; addresses are null for the services' own. */
export interface InternationalConfig {
  readonly registers: readonly InternationalRegister[]
  readonly gleifUrl: string | null
  readonly viesUrl: string | null
  readonly companiesHouse: { readonly apiKey: string; readonly url: string | null }
  readonly dnb: { readonly key: string; readonly secret: string; readonly url: string | null }
}

const announcementSources = ['none', 'bodacc', 'imported'] as const

/** Where legal announcements of French companies come from; the address is null for the bulletin's own. */
export interface AnnouncementsConfig {
  readonly source: (typeof announcementSources)[number]
  readonly url: string | null
}

export function readAnnouncements(settings: Settings): AnnouncementsConfig {
  return {
    source: settings.choice('LEGAL_ANNOUNCEMENTS', announcementSources, 'none'),
    url: readUrl(settings, 'BODACC_URL'),
  }
}

export function readFrench(settings: Settings): FrenchConfig {
  const registers = readList(settings, 'FRENCH_REGISTER', frenchRegisters)
  const apiKey = settings.optional('INSEE_API_KEY')
  if (registers.includes('insee') && apiKey === null)
    settings.fault('INSEE_API_KEY is required with insee in FRENCH_REGISTER.')
  return {
    registers,
    publicSearchUrl: readUrl(settings, 'FRENCH_REGISTER_URL'),
    insee: { apiKey: apiKey ?? '', url: readUrl(settings, 'INSEE_URL') },
  }
}

export function readInternational(settings: Settings): InternationalConfig {
  const registers = readList(settings, 'INTERNATIONAL_REGISTERS', internationalRegisters)
  const secret = (name: string, register: InternationalRegister) => {
    const value = settings.optional(name)
    if (value === null && registers.includes(register)) {
      settings.fault(`${name} is required with ${register} in INTERNATIONAL_REGISTERS.`)
    }
    return value ?? ''
  }
  return {
    registers,
    gleifUrl: readUrl(settings, 'GLEIF_URL'),
    viesUrl: readUrl(settings, 'VIES_URL'),
    companiesHouse: {
      apiKey: secret('COMPANIES_HOUSE_API_KEY', 'companies-house'),
      url: readUrl(settings, 'COMPANIES_HOUSE_URL'),
    },
    dnb: {
      key: secret('DNB_KEY', 'dnb'),
      secret: secret('DNB_SECRET', 'dnb'),
      url: readUrl(settings, 'DNB_URL'),
    },
  }
}

/** Names in the order they are asked, each once; the sample alone when nothing is said. */
function readList<const C extends string>(
  settings: Settings,
  name: string,
  known: readonly C[],
): readonly (C | 'sample')[] {
  const given = settings.list(name)
  if (given.length === 0) return ['sample']
  const found = [...new Set(given)].flatMap((word) => known.find((one) => one === word) ?? [])
  if (found.length < new Set(given).size)
    settings.fault(`${name} takes ${known.join(', ')}, separated by commas.`)
  // Invented companies among real ones would be taken for real.
  if (given.includes('sample') && found.length > 1)
    settings.fault(`${name} takes sample alone, not next to a real register.`)
  return found
}

function readUrl(settings: Settings, name: string): string | null {
  return settings.url(name, ['http', 'https'])
}
