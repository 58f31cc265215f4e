import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pathId, versionCheck, write, type HttpRoutes } from '../../platform/http/index.ts'
import { Reference, referenceSystem, referenceValue } from './external-reference.ts'
import { getReference } from './external-references.queries.ts'
import { requireSubject, type ReferencedPath } from './referenced-subject.ts'
import { removeReference, setReference } from './set-reference.ts'

const tags = ['External references']
const reads = { right: 'read' } as const
const manages = { right: 'manage' } as const
const body = Type.Object({ value: referenceValue })
const ofThirdParty = Type.Object({ thirdpartyId: pathId, system: referenceSystem })
const ofDossier = Type.Object({ dossierId: pathId, system: referenceSystem })
const response = { 200: Reference }
const removed = { 204: Type.Null({ description: 'Removed' }) }

const schemas = {
  getThirdParty: {
    operationId: 'getThirdPartyReference',
    tags,
    summary: 'What another system calls a third party',
    description: 'Read the third party itself for all of its references.',
    params: ofThirdParty,
    response,
  },
  setThirdParty: {
    operationId: 'setThirdPartyReference',
    tags,
    summary: 'Say what another system calls a third party',
    description: 'Within a system a value means one third party.',
    params: ofThirdParty,
    body,
    response,
  },
  removeThirdParty: {
    operationId: 'removeThirdPartyReference',
    tags,
    summary: 'Remove what another system calls a third party',
    description: 'That value may then mean another company.',
    params: ofThirdParty,
    response: removed,
  },
  getDossier: {
    operationId: 'getDossierReference',
    tags,
    summary: 'What another system calls a dossier',
    description: 'Read the dossier itself for all of its references.',
    params: ofDossier,
    response,
  },
  setDossier: {
    operationId: 'setDossierReference',
    tags,
    summary: 'Say what another system calls a dossier',
    description: 'Within a system a value means one dossier.',
    params: ofDossier,
    body,
    response,
  },
  removeDossier: {
    operationId: 'removeDossierReference',
    tags,
    summary: 'Remove what another system calls a dossier',
    description: 'That value may then mean another dossier.',
    params: ofDossier,
    response: removed,
  },
} as const

const thirdParty = ({ thirdpartyId }: { thirdpartyId: number }): ReferencedPath => ({
  kind: 'THIRD_PARTY',
  subject: thirdpartyId,
})
const dossier = ({ dossierId }: { dossierId: number }): ReferencedPath => ({
  kind: 'DOSSIER',
  subject: dossierId,
})

/** What other systems of the customer call third parties and dossiers. */
export const externalReferencesRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(thirdPartyReferenceRoutes(db))
    await app.register(dossierReferenceRoutes(db))
  }

const thirdPartyReferenceRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    const path = '/thirdparties/:thirdpartyId/references/:system' as const
    app.get(path, { config: reads, schema: schemas.getThirdParty }, async ({ scope, params }) =>
      db.read(scope, async (tx) => {
        await requireSubject(tx, scope, thirdParty(params))
        return getReference(tx, scope, { subject: params.thirdpartyId, system: params.system })
      }),
    )
    app.put(path, { config: manages, schema: schemas.setThirdParty }, async (request, reply) => {
      const { system } = request.params
      const value = request.body.value.trim()
      const expectVersion = versionCheck(request)
      const command = { path: thirdParty(request.params), system, value, expectVersion }
      return write(db, request, reply, { work: (tx) => setReference(tx, request.scope, command) })
    })
    app.delete(path, { config: manages, schema: schemas.removeThirdParty }, async (request, reply) => {
      const { system } = request.params
      const command = { path: thirdParty(request.params), system, expectVersion: versionCheck(request) }
      return write(db, request, reply, {
        status: 204,
        work: (tx) => removeReference(tx, request.scope, command),
      })
    })
  }

const dossierReferenceRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    const path = '/dossiers/:dossierId/references/:system' as const
    app.get(path, { config: reads, schema: schemas.getDossier }, async ({ scope, params }) =>
      db.read(scope, async (tx) => {
        await requireSubject(tx, scope, dossier(params))
        return getReference(tx, scope, { subject: params.dossierId, system: params.system })
      }),
    )
    app.put(path, { config: manages, schema: schemas.setDossier }, async (request, reply) => {
      const { system } = request.params
      const value = request.body.value.trim()
      const expectVersion = versionCheck(request)
      const command = { path: dossier(request.params), system, value, expectVersion }
      return write(db, request, reply, { work: (tx) => setReference(tx, request.scope, command) })
    })
    app.delete(path, { config: manages, schema: schemas.removeDossier }, async (request, reply) => {
      const { system } = request.params
      const command = { path: dossier(request.params), system, expectVersion: versionCheck(request) }
      return write(db, request, reply, {
        status: 204,
        work: (tx) => removeReference(tx, request.scope, command),
      })
    })
  }
