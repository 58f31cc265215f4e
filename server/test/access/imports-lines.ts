import type { AccountLine } from './account-line.ts'
import { ownCompany } from './world.ts'

let people = 0

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
  {
    route: 'POST /contacts/imports',
    right: 'manage',
    status: 200,
    body: () => `code,email\n${ownCompany.code},imported.${(people += 1)}@people.example\n`,
    contentType: 'text/csv',
  },
  {
    route: 'POST /contacts/imports/preview',
    right: 'manage',
    status: 200,
    body: () => `code,email\n${ownCompany.code},previewed@people.example\n`,
    contentType: 'text/csv',
  },
  { route: 'GET /contacts/imports/template.csv', right: 'manage', status: 200 },
  { route: 'GET /contacts/imports/template.xlsx', right: 'manage', status: 200 },
]
