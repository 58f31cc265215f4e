import type { Db, ReadTx } from '../../../platform/db/index.ts'
import { bestNameScore, identifierOf, nothingFound, outcomeOf, summariseCompany } from '../company-search.ts'
import type { CompanyRecord } from '../company.ts'
import type {
  CompanyIdentifier,
  CompanyQuery,
  Lookup,
  SearchableProvider,
  SearchOutcome,
} from '../provider.ts'
import type { RegisterSource } from './dictionary.ts'
import { findFrench, notImported } from './find-french.ts'
import { findWorldwide } from './find-worldwide.ts'
import { mostAnswers } from './search-by-words.ts'
import { searchByName } from './name-search.ts'
import { companiesByKey, companiesByLocalId, isImported, providerOf } from './register.queries.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'

// The registers belong to no account; this one has no rows anywhere, so nothing else can be read here.
const nobody = wholeAccount(0)

/** SIRENE as vigie import-register brought it in: every French company, with nobody asked. */
export function createImportedSirene(db: Db): SearchableProvider {
  const findMany = (identifiers: readonly CompanyIdentifier[]) =>
    db.read(nobody, (tx) => findFrench(tx, identifiers))
  const find = async (identifier: CompanyIdentifier): Promise<Lookup<CompanyRecord>> =>
    (await findMany([identifier]))[0] ?? { kind: 'NOT_FOUND' }
  return {
    name: providerOf.SIRENE,
    countries: 'FR',
    findsBy: ['CIT001', 'NATIONAL'],
    find,
    findMany,
    async search(query) {
      if (query.countryCode !== null && query.countryCode !== 'FR') return nothingFound
      if (query.searchBy === 'NAME') return db.read(nobody, (tx) => searchNames(tx, 'SIRENE', query))
      const identifier = identifierOf(query)
      return identifier === null ? nothingFound : outcomeOf(await find(identifier))
    },
  }
}

/** The world's register of legal entity identifiers, imported likewise. */
export function createImportedGleif(db: Db): SearchableProvider {
  const findMany = (identifiers: readonly CompanyIdentifier[]) =>
    db.read(nobody, (tx) => findWorldwide(tx, identifiers))
  return {
    name: providerOf.GLEIF,
    countries: 'INTERNATIONAL',
    findsBy: ['LEI'],
    find: async (identifier) => (await findMany([identifier]))[0] ?? { kind: 'NOT_FOUND' },
    findMany,
    search: (query) =>
      db.read(nobody, async (tx) => {
        if (query.searchBy === 'NAME') return searchNames(tx, 'GLEIF', query)
        if (query.searchBy === 'LEI') {
          const [lookup] = await findWorldwide(tx, [{ code: 'LEI', value: query.value }])
          return lookup ? outcomeOf(lookup) : nothingFound
        }
        if (query.searchBy !== 'LOCAL_ID' || query.countryCode === null) return nothingFound
        const found = await companiesByLocalId(tx, query.countryCode, query.value)
        return found.length > 0
          ? limitAnswers(found.map((each) => summariseCompany(each, 1)))
          : nothing(tx, 'gleif')
      }),
  }
}

const limitAnswers = (
  companies: Extract<SearchOutcome, { kind: 'ANSWERED' }>['companies'],
): SearchOutcome => ({
  kind: 'ANSWERED',
  companies: companies.slice(0, mostAnswers),
  truncated: companies.length > mostAnswers,
})

async function searchNames(tx: ReadTx, source: RegisterSource, query: CompanyQuery): Promise<SearchOutcome> {
  const { countryCode, value } = query
  const keys = await searchByName(tx, { source, countryCode, name: value })
  if (keys.length === 0) return nothing(tx, source === 'SIRENE' ? 'sirene-units' : 'gleif')
  const companies = await companiesByKey(tx, source, keys)
  const scores = fallingScores(companies.map((company) => scoreOf(value, company)))
  return limitAnswers(companies.map((company, i) => summariseCompany(company, scores[i] ?? leastScore)))
}

// Found by a further name: it fits, and how well is not said.
const leastScore = 0.05

function scoreOf(typed: string, { name, tradeName }: CompanyRecord): number {
  return bestNameScore(typed, [name, tradeName]) ?? leastScore
}

/** The size of a company has its say in the order, and whoever sorts by score must come to the same one. */
function fallingScores(fits: readonly number[]): number[] {
  let last = 1
  return fits.map((fit) => {
    if (fit === 1) return 1
    last = Math.max(0.001, Math.min(fit, last - 0.001))
    return Number(last.toFixed(3))
  })
}

async function nothing(tx: ReadTx, kind: string): Promise<SearchOutcome> {
  if (await isImported(tx, kind)) return nothingFound
  return { kind: 'UNAVAILABLE', reason: notImported(kind), retryAfterSeconds: null }
}
