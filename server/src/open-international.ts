import type { InternationalConfig, InternationalRegister } from './config-registers.ts'
import {
  createBundledProviders,
  companiesHouse,
  dnb,
  gleif,
  createImportedGleif,
  vies,
  type ReferenceProvider,
} from './domain/references/index.ts'
import { openRegisterLimits } from './open-limits.ts'
import type { Db } from './platform/db/index.ts'

/** The registers asked about companies outside France, in the order of the configuration. */
export function openInternational(config: InternationalConfig, db: Db): ReferenceProvider[] {
  const limits = openRegisterLimits(db)
  const open: Record<InternationalRegister, () => ReferenceProvider[]> = {
    sample: () => createBundledProviders().filter(({ countries }) => countries === 'INTERNATIONAL'),
    gleif: () => [gleif({ limits, ...at(config.gleifUrl) })],
    vies: () => [vies(at(config.viesUrl))],
    'companies-house': () => [
      companiesHouse(config.companiesHouse.apiKey, { limits, ...at(config.companiesHouse.url) }),
    ],
    dnb: () => [dnb(config.dnb, { limits, ...at(config.dnb.url) })],
    imported: () => [createImportedGleif(db)],
  }
  return config.registers.flatMap((register) => open[register]())
}

function at(url: string | null): { baseUrl?: string } {
  return url === null ? {} : { baseUrl: url }
}
