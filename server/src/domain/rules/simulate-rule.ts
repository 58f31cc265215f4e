import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { matchesOf } from './matches.queries.ts'
import type { RuleTerms } from './rule.ts'

const maxTold = 200

export interface TypeTotals {
  readonly code: string
  readonly toOpen: number
  readonly alreadyOpen: number
  readonly notAgain: number
}

export interface Simulation {
  readonly thirdParties: number
  readonly totals: readonly TypeTotals[]
  /** The first of those for which something would be opened. */
  readonly first: readonly {
    thirdpartyId: number
    name: string | null
    countryCode: string | null
    dossierTypeCodes: string[]
  }[]
}

/** What a rule by itself would open today; by the same relation that opens it once it is active. */
export async function simulateRule(
  tx: ReadTx,
  scope: Scope,
  terms: RuleTerms & { readonly ruleId: number | null },
): Promise<Simulation> {
  const { accountId } = scope
  const matches = matchesOf(scope, [{ ...terms, priority: 0 }], { thirdpartyIds: null })
  const { rows: totals } = await sql<TypeTotals & { companies: number }>`
    select wanted.code, count(m.thirdparty_id) filter (where m.outcome = 'TO_OPEN')::int as "toOpen",
      count(*) filter (where m.outcome = 'OPEN')::int as "alreadyOpen",
      count(*) filter (where m.outcome = 'NOT_AGAIN')::int as "notAgain", count(m.thirdparty_id)::int as companies
    from unnest(${[...terms.dossierTypeCodes]}::text[]) with ordinality wanted (code, place)
    left join ${matches} m on m.type_code = wanted.code
    group by wanted.code, wanted.place order by wanted.place`.execute(tx)
  const { rows: first } = await sql<Simulation['first'][number]>`
    select t.thirdparty_id as "thirdpartyId", t.name, t.country_code as "countryCode",
      array_agg(m.type_code order by m.type_code) as "dossierTypeCodes"
    from ${matches} m
    join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = m.thirdparty_id
    where m.outcome = 'TO_OPEN'
    group by t.thirdparty_id, t.name, t.country_code order by t.thirdparty_id limit ${maxTold}`.execute(tx)
  // Every type of the rule is matched by the same third parties.
  const thirdParties = Math.max(0, ...totals.map(({ companies }) => companies))
  return { thirdParties, totals, first }
}
