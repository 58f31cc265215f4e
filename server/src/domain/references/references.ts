import type { CompanyRecord } from './company.ts'
import type { CompanyIdentifier, Lookup, ReferenceProvider } from './provider.ts'

export interface References {
  find(identifier: CompanyIdentifier, signal?: AbortSignal): Promise<Lookup<CompanyRecord>>
}

/** Asks the providers of the identifier's part of the world, in the order given, until one knows the company. */
export function references(providers: readonly ReferenceProvider[]): References {
  return {
    async find(identifier, signal) {
      const countries = isFrench(identifier) ? 'FR' : 'INTERNATIONAL'
      const asked = providers.filter((provider) => provider.countries === countries)
      if (asked.length === 0) return { kind: 'UNAVAILABLE', reason: `no ${countries} register is configured` }
      let outcome: Lookup<CompanyRecord> = { kind: 'NOT_FOUND' }
      for (const provider of asked) {
        const lookup = await provider.find(identifier, signal)
        if (lookup.kind === 'FOUND') return lookup
        // One silent register is enough to leave the question open.
        if (lookup.kind === 'UNAVAILABLE') outcome = lookup
      }
      return outcome
    },
  }
}

function isFrench({ code, value }: CompanyIdentifier): boolean {
  return code === 'CIT001' || code === 'SIREN' || (code === 'CIT002' && value.startsWith('FR'))
}
