import type { Answer, IdentifierCode } from '../../../api/index.ts'
import type { TypedIdentifier } from './recognise.ts'

export type FoundCompany = Answer<'searchCompanies'>['content'][number]

/** Whom to add: a company a register showed, or a number to ask it for. */
export interface Chosen {
  identifier: TypedIdentifier
  company: FoundCompany | null
}

/** The number a company is added by; null when the register gave none of those that serve. */
export function identifierOf(company: FoundCompany): TypedIdentifier | null {
  const found: [IdentifierCode, string | null][] = [
    ['CIT001', company.siret],
    ['CIT002', company.vatNumber],
    ['CIT003', company.duns],
  ]
  const [code, value] = found.find(([, one]) => one !== null) ?? []
  return code === undefined || value === undefined || value === null ? null : { code, value }
}
