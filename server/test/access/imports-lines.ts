import type { AccountLine } from './account-line.ts'

export const importLines: readonly AccountLine[] = [
  { route: 'GET /thirdparties/imports', right: 'manage', status: 200 },
  {
    route: 'POST /thirdparties/imports',
    right: 'manage',
    status: 202,
    body: () => 'siret,code\n73282932000074,Home\n',
    contentType: 'text/csv',
  },
  {
    route: 'GET /thirdparties/imports/:importId',
    right: 'manage',
    status: 200,
    ids: { importId: 'import' },
  },
  {
    route: 'GET /thirdparties/imports/:importId/errors',
    right: 'manage',
    status: 200,
    ids: { importId: 'import' },
  },
  {
    route: 'POST /thirdparties/imports/:importId/cancel',
    right: 'manage',
    status: 200,
    ids: { importId: 'import' },
  },
]
