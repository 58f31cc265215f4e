import { startLoopback, type Loopback, type Reply } from './loopback.ts'

/** The little that differs between two records; the rest of the true shape is filled in. */
export interface FakeLei {
  lei: string
  name: string
  country?: string
  registeredAs?: string | null
  registeredAt?: string
  registration?: string
  entity?: Record<string, unknown>
}

export interface FakeGleif extends Loopback {
  readonly records: FakeLei[]
}

const type = 'application/vnd.api+json'
const filters = ['fulltext', 'lei', 'entity.registeredAs', 'entity.legalAddress.country']

/** The API of the LEI register, on loopback, with its true wire shape. */
export async function startGleif(): Promise<FakeGleif> {
  const records: FakeLei[] = []
  const loopback = await startLoopback(({ url }) => {
    if (url.pathname === '/lei-records') return listed(records, url.searchParams)
    if (url.pathname === '/fuzzycompletions') return completed(records, url.searchParams.get('q') ?? '')
    return fault(404, 'Not Found')
  })
  return { ...loopback, records }
}

function listed(records: readonly FakeLei[], params: URLSearchParams): Reply {
  const size = Number(params.get('page[size]') ?? 15)
  if (size > 200) return fault(400, 'Invalid page size')
  const asked = [...params.keys()].flatMap((key) => /^filter\[(.+)\]$/.exec(key)?.[1] ?? [])
  if (asked.some((filter) => !filters.includes(filter))) return fault(400, 'Unknown filter')
  const found = records.filter((record) =>
    asked.every((filter) => matches(record, filter, (params.get(`filter[${filter}]`) ?? '').split(','))),
  )
  const data = found.slice(0, size).map(recordOf)
  const pagination = {
    currentPage: 1,
    perPage: size,
    from: 1,
    to: data.length,
    total: found.length,
    lastPage: 1,
  }
  return {
    type,
    body: { meta: { goldenCopy: { publishDate: '2026-11-13T08:00:00Z' }, pagination }, links: {}, data },
  }
}

function matches(record: FakeLei, filter: string, values: readonly string[]): boolean {
  if (filter === 'lei') return values.includes(record.lei)
  if (filter === 'entity.registeredAs') return values.includes(record.registeredAs ?? 'HRB 99999')
  if (filter === 'entity.legalAddress.country') return values.includes(record.country ?? 'DE')
  const words = (values[0] ?? '').toLowerCase().split(' ')
  const text = JSON.stringify(recordOf(record)).toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The true service compares whole names loosely; here their first letters do. */
function completed(records: readonly FakeLei[], q: string): Reply {
  const alike = records.filter(({ name }) => name.toLowerCase().startsWith(q.toLowerCase().slice(0, 4)))
  const data = alike.map(({ lei, name }) => ({
    type: 'fuzzycompletions',
    attributes: { value: name },
    relationships: { 'lei-records': { data: { type: 'lei-records', id: lei }, links: { related: '…' } } },
  }))
  // Some names lead to no record.
  return { type, body: { data: [...data, { type: 'fuzzycompletions', attributes: { value: q } }] } }
}

function recordOf({ lei, name, country = 'DE', ...rest }: FakeLei): object {
  const place = {
    language: 'de',
    addressLines: ['Kaistr. 5'],
    city: 'Kiel',
    region: 'DE-SH',
    postalCode: '24103',
  }
  const address = { ...place, addressNumber: null, mailRouting: null, country }
  const registeredAt = { id: rest.registeredAt ?? 'RA000304', other: null }
  const registeredAs = rest.registeredAs === undefined ? 'HRB 99999' : rest.registeredAs
  const entity = {
    legalName: { name, language: 'de' },
    otherNames: [{ name: 'NHA', language: 'de', type: 'TRADING_OR_OPERATING_NAME' }],
    transliteratedOtherNames: [],
    legalAddress: address,
    headquartersAddress: { ...address, addressLines: ['Werftstr. 9', ''] },
    registeredAt,
    registeredAs,
    jurisdiction: country,
    category: 'GENERAL',
    legalForm: { id: '2HBR', other: null },
    associatedEntity: { lei: null, name: null },
    status: 'ACTIVE',
    expiration: { date: null, reason: null },
    successorEntity: { lei: null, name: null },
    successorEntities: [],
    creationDate: '1997-10-20T22:00:00Z',
    subCategory: null,
    otherAddresses: [],
    eventGroups: [],
    ...rest.entity,
  }
  const registration = { status: rest.registration ?? 'ISSUED', managingLou: '…', validatedAt: registeredAt }
  const attributes = { lei, entity, registration, bic: null, mic: null, conformityFlag: 'CONFORMING' }
  return { type: 'lei-records', id: lei, attributes, relationships: {}, links: { self: '…' } }
}

function fault(status: number, title: string): Reply {
  return { status, type, body: { errors: [{ status: String(status), title }] } }
}
