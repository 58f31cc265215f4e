import type { Answer, LegalIdentifier } from '../../../api/index.ts'

export type FoundCompany = Answer<'searchCompanies'>['content'][number]

/**
 * Whom to add: a company a register showed, or a number to ask it for. Without either it is entered by hand, from what
 * was typed on.
 */
export interface Chosen {
  identifier: LegalIdentifier | null
  company: FoundCompany | null
  typed?: string
}
