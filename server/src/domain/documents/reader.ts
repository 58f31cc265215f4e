import type { FastifyRequest } from 'fastify'
import type { DocumentReader } from './document.view.ts'

/** Bank details in full are for those who manage or decide. */
export function readerOf({ language, identity }: FastifyRequest): DocumentReader {
  const unmasked = identity !== null && (identity.rights.has('manage') || identity.rights.has('decide'))
  return { language, unmasked }
}
