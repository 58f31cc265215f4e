import type { PortfolioRow } from '../portfolio.queries.ts'

/** What a company is called where it must be called something. */
export const nameOf = ({ name, legalIdentifier }: PortfolioRow): string =>
  name ?? legalIdentifier?.value ?? ''
