import type { AccountLine } from './account-line.ts'

const provider = { provider: 'ESG' } as const
const thirdParty = { thirdpartyId: 'managedThirdParty' } as const

/** Providers of data, and who is followed. */
export const datahubLines: readonly AccountLine[] = [
  { route: 'GET /datahub/providers', right: 'read', status: 200 },
  { route: 'GET /datahub/providers/:provider', right: 'read', status: 200, names: provider },
  {
    route: 'PUT /datahub/providers/:provider',
    right: 'administer',
    status: 200,
    names: { provider: 'SUSTAINSCORE' },
    body: () => ({
      kind: 'PUSH',
      label: 'Home',
      scale: { id: 'HOME', version: '1', min: 0, max: 10, direction: 'HIGHER_IS_BETTER', bands: [] },
      staleAfterDays: 30,
    }),
  },
  {
    route: 'POST /datahub/providers/:provider/rotate-secret',
    right: 'administer',
    status: 200,
    names: { provider: 'SUSTAINSCORE' },
  },
  ...(['activate', 'deactivate'] as const).map((path): AccountLine => ({
    route: `POST /datahub/providers/:provider/${path}`,
    right: 'manage',
    status: 200,
    names: provider,
    body: () => ({ all: true }),
  })),
  {
    route: 'POST /datahub/providers/:provider/values',
    right: 'manage',
    status: 200,
    names: provider,
    body: () => 'siren,score\n732829320,50\n',
    contentType: 'text/csv',
  },
  { route: 'GET /thirdparties/:thirdpartyId/monitoring', right: 'read', status: 200, ids: thirdParty },
  ...(['activate', 'deactivate'] as const).map((path): AccountLine => ({
    route: `POST /thirdparties/:thirdpartyId/monitoring/:provider/${path}`,
    right: 'manage',
    status: 200,
    ids: thirdParty,
    names: provider,
  })),
  {
    route: 'GET /thirdparties/:thirdpartyId/monitoring/:provider/values',
    right: 'read',
    status: 200,
    ids: thirdParty,
    names: provider,
  },
  { route: 'GET /thirdparties/:thirdpartyId/news', right: 'read', status: 200, ids: thirdParty },
]

/** Where providers knock with a signature instead of a token. */
export const datahubOpenLines = [
  {
    route: 'POST /api/v1/account/:accountId/datahub/push/:provider',
    right: 'public',
    url: '/api/v1/account/1/datahub/push/ESG',
    body: {},
    answer: [401, 'DATAHUB_PUSH_REFUSED'],
  },
] as const
