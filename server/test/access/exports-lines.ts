import type { AccountLine } from './account-line.ts'

/** Tables that leave as files, and what files are made of before they come. */
export const exportLines: readonly AccountLine[] = [
  { route: 'GET /thirdparties/export.csv', right: 'read', status: 200 },
  { route: 'GET /thirdparties/export.xlsx', right: 'read', status: 200 },
  { route: 'GET /dossiers/export.csv', right: 'read', status: 200 },
  { route: 'GET /dossiers/export.xlsx', right: 'read', status: 200 },
  { route: 'GET /documents/export.csv', right: 'read', status: 200 },
  { route: 'GET /documents/export.xlsx', right: 'read', status: 200 },
  {
    route: 'POST /thirdparties/imports/preview',
    right: 'manage',
    status: 200,
    body: () => 'siret,code\n73282932000074,Home\n',
    contentType: 'text/csv',
  },
  { route: 'GET /leaving', right: 'administer', status: 200 },
  {
    route: 'POST /leaving/deletion',
    right: 'administer',
    status: 422,
    code: 'ACCOUNT_NAME_DIFFERS',
    body: () => ({ name: 'Not its name', reason: 'We leave' }),
  },
  { route: 'DELETE /leaving/deletion', right: 'administer', status: 409, code: 'DELETION_NOT_ASKED' },
  { route: 'GET /leaving/exports', right: 'administer', status: 200 },
  { route: 'POST /leaving/exports', right: 'administer', status: 409, code: 'EXPORT_UNDER_WAY' },
  {
    route: 'GET /leaving/exports/:exportId/download',
    right: 'administer',
    ids: { exportId: 'accountExport' },
    status: 404,
    code: 'EXPORT_NOT_FOUND',
  },
  { route: 'GET /thirdparties/imports/template.csv', right: 'manage', status: 200 },
  { route: 'GET /thirdparties/imports/template.xlsx', right: 'manage', status: 200 },
]
