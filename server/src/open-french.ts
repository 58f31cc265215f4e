import type { FrenchConfig, FrenchRegisterName } from './config-registers.ts'
import {
  createBundledProviders,
  frenchPublicSearch,
  createImportedSirene,
  inseeSirene,
  type SearchableProvider,
} from './domain/references/index.ts'
import { openRegisterLimits } from './open-limits.ts'
import type { Db } from './platform/db/index.ts'

/** The registers asked about French companies, in the order of the configuration. */
export function openFrench(config: FrenchConfig, db: Db): SearchableProvider[] {
  const limits = openRegisterLimits(db)
  const open: Record<FrenchRegisterName, () => SearchableProvider[]> = {
    sample: () => createBundledProviders().filter(({ countries }) => countries === 'FR'),
    'public-search': () => [frenchPublicSearch({ limits, ...at(config.publicSearchUrl) })],
    insee: () => [inseeSirene({ apiKey: config.insee.apiKey, limits, ...at(config.insee.url) })],
    imported: () => [createImportedSirene(db)],
  }
  return config.registers.flatMap((register) => open[register]())
}

function at(url: string | null): { baseUrl?: string } {
  return url === null ? {} : { baseUrl: url }
}
