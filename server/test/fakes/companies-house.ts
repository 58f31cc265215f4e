import { startLoopback, type Loopback, type Reply } from './loopback.ts'

export interface FakeBritishCompany {
  company_number: string
  company_name: string
  [member: string]: unknown
}

export interface FakeCompaniesHouse extends Loopback {
  readonly companies: FakeBritishCompany[]
  /** Officers by company number; a company without any has no such page. */
  readonly officers: Map<string, object[]>
  /** The officers' pages fail while the rest works. */
  officersDown: boolean
}

export const britishKey = 'british-key'

/** The register of Great Britain on loopback, with its true wire shape. */
export async function startCompaniesHouse(): Promise<FakeCompaniesHouse> {
  const companies: FakeBritishCompany[] = []
  const officers = new Map<string, object[]>()
  const loopback = await startLoopback(({ url, headers }) => {
    const expected = `Basic ${Buffer.from(`${britishKey}:`).toString('base64')}`
    if (headers.authorization !== expected) {
      return { status: 401, body: { error: 'Invalid Authorization', type: 'ch:service' } }
    }
    if (url.pathname === '/search/companies') return found(companies, url.searchParams)
    const [, number = '', page] = /^\/company\/([A-Z0-9]{8})(\/officers)?$/.exec(url.pathname) ?? []
    if (page && fake.officersDown) return { status: 502, body: { error: 'bad gateway' } }
    if (page) return officersOf(officers.get(number))
    const company = companies.find(({ company_number: one }) => one === number)
    return company ? { body: profileOf(company) } : missing('company-profile-not-found')
  })
  const fake: FakeCompaniesHouse = { ...loopback, companies, officers, officersDown: false }
  return fake
}

function found(companies: readonly FakeBritishCompany[], params: URLSearchParams): Reply {
  const q = (params.get('q') ?? '').toLowerCase()
  const size = Number(params.get('items_per_page') ?? 20)
  const hits = companies.filter(({ company_name: name }) => name.toLowerCase().includes(q))
  const items = hits.slice(0, size).map((company) => {
    const { company_name: title, registered_office_address: address, type, ...profile } = profileOf(company)
    return { ...profile, title, address, company_type: type, kind: 'searchresults#company', links: {} }
  })
  const rest = { kind: 'search#companies', total_results: hits.length, start_index: 0, page_number: 1 }
  return { body: { ...rest, items_per_page: size, ...(items.length > 0 ? { items } : {}) } }
}

function profileOf(company: FakeBritishCompany): FakeBritishCompany {
  return {
    company_status: 'active',
    type: 'ltd',
    jurisdiction: 'england-wales',
    date_of_creation: '2011-02-14',
    sic_codes: ['28150', '28990'],
    has_been_liquidated: false,
    has_insolvency_history: false,
    registered_office_address: {
      premises: '12',
      address_line_1: 'Foundry Lane',
      address_line_2: 'Unit 3',
      locality: 'Leeds',
      postal_code: 'LS1 4AB',
      region: 'West Yorkshire',
      country: 'England',
    },
    accounts: { next_due: '2027-09-30', overdue: false },
    etag: 'e7',
    ...company,
  }
}

function officersOf(items: object[] | undefined): Reply {
  if (!items) return missing('officers-not-found')
  const total_results = items.length
  return {
    body: { active_count: 1, resigned_count: 1, items, items_per_page: 100, start_index: 0, total_results },
  }
}

function missing(error: string): Reply {
  return { status: 404, body: { errors: [{ type: 'ch:service', error }] } }
}
