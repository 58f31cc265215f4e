import type { AccountLine } from './account-line.ts'
import { ownCompany } from './world.ts'

let values = 0

/** Keys of the customer's own: codes, and what other systems call a record. */
export const keyLines: readonly AccountLine[] = [
  { route: 'GET /code-settings', right: 'read', status: 200 },
  {
    route: 'PATCH /code-settings',
    right: 'administer',
    status: 200,
    body: () => ({ uniqueCodes: true }),
  },
  {
    route: 'GET /thirdparties/by-code/:code',
    right: 'read',
    status: 200,
    names: { code: ownCompany.code },
  },
  {
    route: 'PUT /thirdparties/by-code/:code',
    right: 'manage',
    status: 200,
    names: { code: ownCompany.code },
    body: () => ({ name: `Home ${(values += 1)}` }),
  },
  {
    route: 'PUT /thirdparties/:thirdpartyId/references/:system',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    names: { system: 'SAP' },
    body: () => ({ value: `Company ${(values += 1)}` }),
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/references/:system',
    right: 'read',
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    ids: { thirdpartyId: 'thirdParty' },
    names: { system: 'NOBODY' },
  },
  {
    route: 'DELETE /thirdparties/:thirdpartyId/references/:system',
    right: 'manage',
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    ids: { thirdpartyId: 'thirdParty' },
    names: { system: 'NOBODY' },
  },
  {
    route: 'PUT /dossiers/:dossierId/references/:system',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    names: { system: 'SAP' },
    body: () => ({ value: `Dossier ${(values += 1)}` }),
  },
  {
    route: 'GET /dossiers/:dossierId/references/:system',
    right: 'read',
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    ids: { dossierId: 'dossier' },
    names: { system: 'NOBODY' },
  },
  {
    route: 'DELETE /dossiers/:dossierId/references/:system',
    right: 'manage',
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    ids: { dossierId: 'dossier' },
    names: { system: 'NOBODY' },
  },
]
