import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  createLimit,
  namedObject,
  nullable,
  problem,
  type HttpRoutes,
  type Rate,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { SharedLimits } from '../../platform/limits/index.ts'
import { searchKinds, type References } from '../references/index.ts'
import { companyQuery } from './company-query.ts'
import { findKnown } from './company-search.queries.ts'
import { LegalIdentifierView } from './legal-identifier.schema.ts'
import { countSearch, uncountSearch } from './search-quota.ts'
import { companyStatuses } from './thirdparty.schema.ts'

interface Deps {
  db: Db
  references: References
  /** Of questions to registers across the network. */
  searchRate: Rate
  limits: SharedLimits
  searchesPerDay: number
}

const maxCompanies = 50
// Registers that are here cost nobody anything: ten people may type at once.
const moreOfThoseHere = 10
// Somebody is typing: what a register cannot say by then comes too late.
const patienceMs = 8_000

const text = nullable(Type.String())

const SearchBody = Type.Object({
  searchBy: Type.Enum([...searchKinds], {
    description: 'SIRET and SIREN only with countryCode FR; LOCAL_ID only with the code of another country.',
    ...problem({ missing: 'SEARCH_BY_MISSING', invalid: 'SEARCH_BY_UNKNOWN' }),
  }),
  countryCode: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166-1 alpha-2.',
      ...problem({ invalid: 'COUNTRY_CODE_INVALID', type: 'COUNTRY_CODE_INVALID' }),
    }),
  ),
  value: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'A name from two characters on, or an identifier; separators do not matter.',
    ...problem({ missing: 'SEARCH_VALUE_MISSING', tooShort: 'SEARCH_VALUE_MISSING' }),
  }),
})

const Company = namedObject('FoundCompany', {
  name: Type.String(),
  countryCode: Type.String(),
  siren: text,
  siret: text,
  vatNumber: text,
  duns: text,
  lei: text,
  localId: text,
  localRegister: text,
  city: text,
  postalCode: text,
  nafCode: text,
  mainActivity: text,
  status: Type.Enum([...companyStatuses]),
  provider: Type.String({ description: 'The register that knows it.' }),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'How well it fits; 1 is exact.' }),
  // What adds it as legalIdentifier; null: by its name and country, as unmanaged.
  addBy: nullable(LegalIdentifierView),
  thirdpartyId: nullable(Type.Integer({ description: 'Set when it is in the portfolio already.' })),
})

export const companySearchRoutes =
  ({ db, references, searchRate, searchesPerDay, limits }: Deps): HttpRoutes =>
  async (app) => {
    const limitOutside = createLimit(limits, 'company-search-outside', searchRate)
    const here = {
      perSecond: searchRate.perSecond * moreOfThoseHere,
      burst: searchRate.burst * moreOfThoseHere,
    }
    app.post(
      '/thirdparties/search',
      {
        config: { right: 'read', rate: { name: 'company-search', ...here } },
        schema: {
          operationId: 'searchCompanies',
          tags: ['Third parties'],
          summary: 'Companies of the registers, by name or identifier, before they are added',
          description:
            'Asks the registers, not the portfolio. Take the identifier from the answer to add the company.',
          body: SearchBody,
          response: {
            200: Type.Object({
              content: Type.Array(Company),
              truncated: Type.Boolean({ description: 'There are more, or a register did not answer.' }),
            }),
          },
        },
      },
      async ({ body, scope }, reply) => {
        const query = companyQuery(body)
        await db.write(scope, (tx) => countSearch(tx, scope, searchesPerDay))
        const goOutside = () => limitOutside(String(scope.accountId), reply)
        const outcome = await references
          .search(query, AbortSignal.timeout(patienceMs), goOutside)
          .catch(async (error: unknown) => {
            await db.write(scope, (tx) => uncountSearch(tx, scope))
            throw error
          })
        if (outcome.kind === 'UNAVAILABLE') {
          const wait = outcome.retryAfterSeconds
          throw new AppError(
            'PROVIDER_UNAVAILABLE',
            { provider: query.countryCode === 'FR' ? 'FR' : 'INTERNATIONAL' },
            wait === null ? {} : { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) } },
          )
        }
        const companies = outcome.companies.slice(0, maxCompanies)
        const known = await db.read(scope, (tx) => findKnown(tx, scope, companies))
        return {
          content: companies.map((company, i) => ({ ...company, thirdpartyId: known[i] ?? null })),
          truncated: outcome.truncated || companies.length < outcome.companies.length,
        }
      },
    )
  }
