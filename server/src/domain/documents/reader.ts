import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../platform/http/index.ts'
import type { DocumentReader } from './document.view.ts'

/** Bank details in full are for those who manage or decide, and of people for those who proved themselves lately. */
export function readerOf({ language, identity }: FastifyRequest): DocumentReader {
  return { language, unmasked: identity !== null && seesBankDetails(identity) }
}

export function seesBankDetails({ rights, owesStepUp }: Pick<Identity, 'rights' | 'owesStepUp'>): boolean {
  return (rights.has('manage') || rights.has('decide')) && owesStepUp === null
}
