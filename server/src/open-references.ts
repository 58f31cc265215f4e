import type { Config } from './config.ts'
import {
  bundledProviders,
  frenchPublicSearch,
  references,
  type References,
} from './domain/references/index.ts'

/** The registers this installation asks, by configuration; the bundled ones need nobody. */
export function openReferences(config: Config): References {
  const bundled = bundledProviders()
  if (config.frenchRegister === 'sample') return references(bundled)
  const live = frenchPublicSearch({ baseUrl: config.frenchRegisterUrl })
  return references([live, ...bundled.filter(({ countries }) => countries !== 'FR')])
}
