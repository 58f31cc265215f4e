import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../../platform/http/index.ts'
import type { Language } from '../../../platform/kernel/index.ts'

export interface DocumentReader {
  readonly language: Language
  /** Whether they manage or decide: comments on decisions are for them. */
  readonly involved: boolean
  /** Whether bank details are shown in full. */
  readonly unmasked: boolean
}

export function readerOf({ language, identity }: FastifyRequest): DocumentReader {
  const sight = identity === null ? { involved: false, unmasked: false } : sightOf(identity)
  return { language, ...sight }
}

/** Bank details in full are for those who manage or decide, and of people for those who proved themselves lately. */
export function sightOf({
  rights,
  owesStepUp,
}: Pick<Identity, 'rights' | 'owesStepUp'>): Pick<DocumentReader, 'involved' | 'unmasked'> {
  const involved = rights.has('manage') || rights.has('decide')
  return { involved, unmasked: involved && owesStepUp === null }
}
