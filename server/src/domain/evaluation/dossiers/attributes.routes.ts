import { Type } from 'typebox'
import type { Db, ReadTx, Tx } from '../../../platform/db/index.ts'
import { pathId, write, type HttpRoutes } from '../../../platform/http/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import {
  AttributeRecord,
  attributesOfDossiers,
  lockAllDefinitions,
  setDossierAttribute,
  type AttributeInput,
} from '../../attributes/index.ts'
import { GivenAttribute } from '../../thirdparties/index.ts'
import { lockOpenDossier, requireDossier } from '../status/lock.ts'

const tags = ['Attributes']
const params = Type.Object({ dossierId: pathId })

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossierAttributes',
    tags,
    summary: 'Every attribute of a dossier, with its value or without',
    description:
      'Lists every attribute configured for dossiers, so that a form can be built from the answer alone.',
    params,
    response: { 200: Type.Object({ content: Type.Array(AttributeRecord) }) },
  },
} as const

const setRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'setDossierAttribute',
    tags,
    summary: 'Add, change or clear the value of one attribute of a dossier',
    description:
      'Names the attribute by its label. An empty list of values clears it; the history keeps what it was.',
    params,
    body: GivenAttribute,
    response: { 200: AttributeRecord },
  },
} as const

export const dossierAttributesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/dossiers/:dossierId/attributes', listRoute, async (request) => {
      const { scope, params: path } = request
      const content = await db.read(scope, async (tx) => {
        await requireDossier(tx, scope, path.dossierId)
        return attributesOf(tx, scope, path.dossierId)
      })
      return { content }
    })

    app.post('/dossiers/:dossierId/attributes', setRoute, async (request, reply) => {
      const { scope, body } = request
      const { dossierId } = request.params
      return write(db, request, reply, { work: (tx) => setAttribute(tx, scope, dossierId, body) })
    })
  }

/** Definitions are held before the dossier, as by whoever calculates attributes of many. */
async function setAttribute(tx: Tx, scope: Scope, dossierId: number, input: AttributeInput) {
  await lockAllDefinitions(tx, scope)
  const locked = await lockOpenDossier(tx, scope, dossierId)
  const attributeId = await setDossierAttribute(tx, scope, locked, input)
  return (await attributesOf(tx, scope, dossierId)).find((one) => one.attributeId === attributeId)
}

async function attributesOf(tx: ReadTx, scope: Scope, dossierId: number) {
  return (await attributesOfDossiers(tx, scope, [dossierId])).get(dossierId) ?? []
}
