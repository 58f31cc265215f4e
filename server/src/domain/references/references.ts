import { statusFromAnnouncements, type AnnouncementProvider } from './announcements/index.ts'
import type { CompanyRecord } from './company.ts'
import { addByOf, searchAnswer } from './company-search.ts'
import { foldDuplicates } from './company-search-fold.ts'
import type {
  CompanyIdentifier,
  CompanyQuery,
  Lookup,
  ReferenceProvider,
  FoundCompany,
  SearchableProvider,
  SearchOutcome,
} from './provider.ts'

type World = ReferenceProvider['countries']

export interface References {
  find(identifier: CompanyIdentifier, signal?: AbortSignal): Promise<Lookup<CompanyRecord>>
  /**
   * What the registers that are here say of many companies at once. UNAVAILABLE where a register across the
   * network has to be asked first or as well: this asks none.
   */
  findMany(identifiers: readonly CompanyIdentifier[]): Promise<Lookup<CompanyRecord>[]>
  /** `beforeOutside` is called once, before the first register across the network is asked; it may throw. */
  search(
    query: CompanyQuery,
    signal?: AbortSignal,
    beforeOutside?: () => Promise<void> | void,
  ): Promise<SearchOutcome<FoundCompany>>
}

/**
 * Asks the providers of the question's part of the world, in the order given, until one knows an answer. What legal
 * announcements say of a French company comes along.
 */
export function references(
  providers: readonly ReferenceProvider[],
  announcements: AnnouncementProvider | null = null,
): References {
  return {
    async find(identifier, signal) {
      const abroad = await findInWorld(providers, identifier, signal)
      const lookup = identifier.code === 'LEI' ? await findAtHome(providers, abroad, signal) : abroad
      return lookup.kind === 'FOUND' ? withAnnounced(lookup, announcements, signal) : lookup
    },
    findMany: (identifiers) => findManyHere(providers, identifiers),
    async search(query, signal, beforeOutside = () => undefined) {
      let announced: Promise<void> | null = null
      const goOutside = () => (announced ??= Promise.resolve(beforeOutside()))
      const chosen = worldsOf(query)
        .map((world) => providers.filter(isSearchable).filter(({ countries }) => countries === world))
        .filter((ofWorld) => ofWorld.length > 0)
      const outcomes = chosen.map((ofWorld) => searchInOrder(ofWorld, query, { signal, goOutside }))
      return together(await Promise.all(outcomes))
    },
  }
}

/** Asks the registers of its part of the world until one knows it. */
async function findInWorld(
  providers: readonly ReferenceProvider[],
  given: CompanyIdentifier,
  signal?: AbortSignal,
): Promise<Lookup<CompanyRecord>> {
  const identifier = asSiren(given)
  const countries = isFrench(identifier) ? 'FR' : 'INTERNATIONAL'
  const chosen = providers.filter((provider) => provider.countries === countries)
  if (chosen.length === 0) return { kind: 'UNAVAILABLE', reason: `no ${countries} register is configured` }
  let outcome: Lookup<CompanyRecord> = { kind: 'NOT_FOUND' }
  for (const provider of chosen) {
    const lookup = await provider.find(identifier, signal)
    if (lookup.kind === 'FOUND') return lookup
    // One silent register is enough to leave the question open.
    if (lookup.kind === 'UNAVAILABLE') outcome = lookup
  }
  return outcome
}

/** A French company found by its LEI: its own register knows more of it, and is the one to keep it. */
async function findAtHome(
  providers: readonly ReferenceProvider[],
  lookup: Lookup<CompanyRecord>,
  signal?: AbortSignal,
): Promise<Lookup<CompanyRecord>> {
  if (lookup.kind !== 'FOUND' || lookup.company.siren === null) return lookup
  const { lei, siren } = lookup.company
  if (!providers.some(({ countries }) => countries === 'FR')) return lookup
  const home = await findInWorld(providers, { code: 'SIREN', value: siren }, signal)
  if (home.kind === 'FOUND') return { kind: 'FOUND', company: { ...home.company, lei } }
  return home.kind === 'NOT_FOUND' ? lookup : home
}

/** The national number of a French company is its SIREN. */
function asSiren(identifier: CompanyIdentifier): CompanyIdentifier {
  const isHome = identifier.code === 'NATIONAL' && identifier.countryCode === 'FR'
  return isHome ? { code: 'SIREN', value: identifier.value } : identifier
}

type Found = Extract<Lookup<CompanyRecord>, { kind: 'FOUND' }>

// As the register numbers the legal form of people who trade alone.
const soleTrader = '1000'

async function withAnnounced(
  found: Found,
  announcements: AnnouncementProvider | null,
  signal?: AbortSignal,
): Promise<Found> {
  const { siren, legalForm, status } = found.company
  if (announcements === null || siren === null) return found
  const outcome = await announcements.since(siren, null, signal)
  if (outcome.kind === 'UNAVAILABLE') return found
  const activeSoleTrader = legalForm?.code === soleTrader && status === 'ACTIVE'
  const announced = statusFromAnnouncements(outcome.announcements, { now: new Date(), activeSoleTrader })
  return { ...found, announced }
}

async function findManyHere(
  providers: readonly ReferenceProvider[],
  given: readonly CompanyIdentifier[],
): Promise<Lookup<CompanyRecord>[]> {
  const identifiers = given.map(asSiren)
  const answers: Lookup<CompanyRecord>[] = identifiers.map(() => notAsked)
  for (const countries of ['FR', 'INTERNATIONAL'] as const) {
    const chosen = providers.filter((provider) => provider.countries === countries)
    let open = identifiers.flatMap((one, at) => (isFrench(one) === (countries === 'FR') ? [at] : []))
    const silent = new Set<number>(chosen.length === 0 ? open : [])
    for (const provider of chosen) {
      if (open.length === 0) break
      // The order counts: whatever comes after a register that is far away is not asked before it.
      if (!provider.findMany) {
        for (const at of open) silent.add(at)
        break
      }
      const found = await provider.findMany(open.flatMap((at) => identifiers[at] ?? []))
      for (const [nth, at] of open.entries()) {
        const answer = found[nth] ?? notAsked
        answers[at] = answer
        if (answer.kind === 'UNAVAILABLE') silent.add(at)
      }
      open = open.filter((at) => answers[at]?.kind !== 'FOUND')
    }
    for (const at of open) if (silent.has(at)) answers[at] = notAsked
  }
  return answers
}

const notAsked = { kind: 'UNAVAILABLE', reason: 'its register has not been asked' } as const

function isFrench({ code, value }: CompanyIdentifier): boolean {
  return code === 'CIT001' || code === 'SIREN' || (code === 'CIT002' && value.startsWith('FR'))
}

function worldsOf({ searchBy, countryCode, value }: CompanyQuery): World[] {
  if (searchBy === 'SIREN' || searchBy === 'SIRET') return ['FR']
  if (searchBy === 'VAT') return [value.startsWith('FR') ? 'FR' : 'INTERNATIONAL']
  if (searchBy === 'DUNS' || searchBy === 'LOCAL_ID' || searchBy === 'LEI') return ['INTERNATIONAL']
  if (countryCode === null) return ['FR', 'INTERNATIONAL']
  return [countryCode === 'FR' ? 'FR' : 'INTERNATIONAL']
}

function isSearchable(provider: ReferenceProvider): provider is SearchableProvider {
  return 'search' in provider
}

/**
 * The first register that finds something wins. Registers with no means to answer find nothing, so an empty
 * answer does not end the search, and next to a silent register it does not say that there is nothing.
 */
async function searchInOrder(
  providers: readonly SearchableProvider[],
  query: CompanyQuery,
  { signal, goOutside }: { signal: AbortSignal | undefined; goOutside: () => Promise<void> },
): Promise<SearchOutcome<FoundCompany>> {
  let outcome: SearchOutcome<FoundCompany> = { kind: 'ANSWERED', companies: [], truncated: false }
  for (const provider of providers) {
    // Registers that are here answer for many at once; the others are across the network.
    if (!provider.findMany) await goOutside()
    const answer = await provider.search(query, signal)
    if (answer.kind === 'UNAVAILABLE') outcome = sooner(outcome, answer)
    else if (answer.companies.length > 0) return sayHowToAdd(answer, provider)
  }
  return outcome
}

function sayHowToAdd(
  answer: Extract<SearchOutcome, { kind: 'ANSWERED' }>,
  { findsBy }: SearchableProvider,
): SearchOutcome<FoundCompany> {
  const companies = answer.companies.map((company) => ({ ...company, addBy: addByOf(company, findsBy) }))
  return { ...answer, companies }
}

/** What one half of the world has is shown, marked as not all there is while the other half is silent. */
function together(outcomes: readonly SearchOutcome<FoundCompany>[]): SearchOutcome<FoundCompany> {
  const answered = outcomes.filter((outcome) => outcome.kind === 'ANSWERED')
  const silent = outcomes.filter((outcome) => outcome.kind === 'UNAVAILABLE')
  const companies = foldDuplicates(answered.flatMap((outcome) => outcome.companies))
  const [first, ...others] = silent
  if (companies.length === 0 && first) return others.reduce<SearchOutcome<FoundCompany>>(sooner, first)
  if (outcomes.length === 0) return noRegister
  return searchAnswer(companies, silent.length > 0 || answered.some(({ truncated }) => truncated))
}

const noRegister: SearchOutcome<FoundCompany> = {
  kind: 'UNAVAILABLE',
  reason: 'no register that can be searched is configured',
  retryAfterSeconds: null,
}

/** Of two silences the one that may end first; any silence outweighs an empty answer. */
function sooner(a: SearchOutcome<FoundCompany>, b: SearchOutcome<FoundCompany>): SearchOutcome<FoundCompany> {
  if (a.kind === 'ANSWERED') return b
  if (b.kind === 'ANSWERED') return a
  return (b.retryAfterSeconds ?? Infinity) < (a.retryAfterSeconds ?? Infinity) ? b : a
}
