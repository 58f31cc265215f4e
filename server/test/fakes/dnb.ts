import { startLoopback, type Asked, type Loopback, type Reply } from './loopback.ts'

export interface FakeOrganization {
  duns: string
  primaryName: string
  country?: string
  [member: string]: unknown
}

export interface FakeDnb extends Loopback {
  readonly organizations: FakeOrganization[]
  /** Makes the tokens given so far worthless. */
  revoke(): void
  /** How long tokens say they last. */
  lifetimeSeconds: number
}

export const dnbContract = { key: 'contract-key', secret: 'contract-secret' }

/** D&B Direct+ on loopback, after its public descriptions: nobody here could try the true one. */
export async function startDnb(): Promise<FakeDnb> {
  const organizations: FakeOrganization[] = []
  let tokens = 0
  let oldest = 1
  const loopback = await startLoopback((asked) => {
    const { url, headers } = asked
    if (url.pathname === '/v2/token') return grant(asked, () => ({ token: `t${(tokens += 1)}`, fake }))
    const number = Number(/^Bearer t(\d+)$/.exec(headers.authorization ?? '')?.[1] ?? 0)
    if (number < oldest || number > tokens) return fault(401, '00040', 'Invalid or expired token')
    if (url.pathname === '/v1/match/cleanseMatch') return matched(organizations, url.searchParams)
    const duns = /^\/v1\/data\/duns\/(\d{9})$/.exec(url.pathname)?.[1]
    const organization = organizations.find((one) => one.duns === duns)
    if (!organization) return fault(404, '10001', 'Requested DUNS not found')
    return { body: { transactionDetail: { transactionID: 'x' }, organization: shapeOf(organization) } }
  })
  const fake: FakeDnb = {
    ...loopback,
    organizations,
    lifetimeSeconds: 86_400,
    revoke: () => {
      oldest = tokens + 1
    },
  }
  return fake
}

function grant({ method, headers, body }: Asked, next: () => { token: string; fake: FakeDnb }): Reply {
  const expected = Buffer.from(`${dnbContract.key}:${dnbContract.secret}`).toString('base64')
  const isRight = method === 'POST' && headers.authorization === `Basic ${expected}`
  if (!isRight || body !== '{"grant_type":"client_credentials"}') return fault(401, '00040', 'Unauthorized')
  const { token, fake } = next()
  return { body: { access_token: token, expiresIn: fake.lifetimeSeconds } }
}

function matched(organizations: readonly FakeOrganization[], params: URLSearchParams): Reply {
  const country = params.get('countryISOAlpha2Code')
  if (!params.has('duns') && country === null) return fault(400, '10003', 'Country is missing')
  const hits = organizations.filter((organization) => {
    if (params.has('duns')) return organization.duns === params.get('duns')
    if ((organization.country ?? 'DE') !== country) return false
    const name = params.get('name')
    if (name !== null) return organization.primaryName.toLowerCase().includes(name.toLowerCase())
    const numbers = shapeOf(organization).registrationNumbers as { registrationNumber: string }[]
    return numbers.some(({ registrationNumber }) => registrationNumber === params.get('registrationNumber'))
  })
  if (hits.length === 0) return fault(404, '20505', 'No match found')
  const matchCandidates = hits.map((organization, i) => ({
    displaySequence: i + 1,
    organization: shapeOf(organization),
    matchQualityInformation: { confidenceCode: 10 - i, matchGrade: 'AAAAAZZAFZZ', nameMatchScore: 92.3 },
  }))
  return { body: { candidatesMatchedQuantity: hits.length, matchCandidates } }
}

function shapeOf({ country = 'DE', ...organization }: FakeOrganization): FakeOrganization {
  return {
    countryISOAlpha2Code: country,
    registeredName: null,
    startDate: '1961-10-03',
    dunsControlStatus: {
      operatingStatus: { description: 'Active', dnbCode: 9074 },
      isMailUndeliverable: false,
    },
    businessEntityType: { description: 'Corporation', dnbCode: 451 },
    primaryAddress: {
      addressCountry: { isoAlpha2Code: country, name: 'Germany' },
      addressLocality: { name: 'Kiel' },
      addressRegion: { name: 'Schleswig-Holstein', abbreviatedName: null },
      postalCode: '24103',
      streetAddress: { line1: 'Kaistr. 5', line2: null },
    },
    registrationNumbers: [
      { registrationNumber: 'HRB 99999', typeDescription: 'Handelsregister', typeDnBCode: 6862 },
      { registrationNumber: '999123455', typeDescription: 'VAT number', typeDnBCode: 6867 },
    ],
    industryCodes: [
      { code: '3568', description: 'Power transmission', typeDnBCode: 399, priority: 1 },
      { code: '28.99', description: 'Other machinery', typeDnBCode: 29104, priority: 2 },
      { code: '28.15', description: 'Bearings and gears', typeDnBCode: 29104, priority: 1 },
    ],
    numberOfEmployees: [
      { value: 12, informationScopeDescription: 'Individual' },
      { value: 340, informationScopeDescription: 'Consolidated' },
    ],
    currentPrincipals: [{ fullName: 'Jörg Petersholm', jobTitles: [{ title: 'Managing Director' }] }],
    ...organization,
  }
}

function fault(status: number, errorCode: string, errorMessage: string): Reply {
  return { status, body: { error: { errorCode, errorMessage }, inquiryDetail: {} } }
}
