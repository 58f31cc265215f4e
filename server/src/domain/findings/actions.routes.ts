import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import type { ObjectStore } from '../../platform/files/index.ts'
import {
  dateSchema,
  etagHeader,
  nonBlankLine,
  nullable,
  pathId,
  Problem,
  recordId,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { bytesAnswer, multipartType, sendFile, uploadBytes, writeUpload } from '../evaluation/index.ts'
import { addAction } from './add-action.ts'
import { cancelAction, changeAction } from './change-action.ts'
import { findEvidenceFile, servableEvidence } from './evidence.queries.ts'
import { findingSight, refuseOnlookers } from './finding-rights.ts'
import { FindingRecord, reason } from './finding.schema.ts'
import { readFinding } from './findings.queries.ts'
import { EvidenceBody, receiveEvidence } from './receive-evidence.ts'
import { sendEvidence } from './send-evidence.ts'
import { verdicts, verifyAction } from './verify-action.ts'

export interface ActionsDeps {
  readonly db: Db
  readonly store: ObjectStore
  readonly maxBytes: number
}

const tags = ['Findings']
const reads = { right: 'read' } as const
const ofAction = Type.Object({ actionId: pathId })
const response = { 200: FindingRecord }
const writers = 'For those who may manage or decide. Answers the finding as it is then.'
const what = nonBlankLine({ maxLength: 1_000, description: 'What is to be done; the third party reads it.' })
const contactId = nullable({
  ...recordId,
  description: 'Who at the third party sees to it; null: whoever answers for the theme.',
})

const schemas = {
  add: {
    operationId: 'addCorrectiveAction',
    tags,
    summary: 'Ask the third party for a corrective action',
    description: writers,
    params: Type.Object({ findingId: pathId }),
    body: Type.Object({ title: what, dueOn: dateSchema, contactId: Type.Optional(contactId) }),
    response: { 201: FindingRecord },
  },
  change: {
    operationId: 'changeCorrectiveAction',
    tags,
    summary: 'Change what is to be done, by whom or by when',
    description: writers,
    params: ofAction,
    body: Type.Object(
      {
        title: Type.Optional(what),
        dueOn: Type.Optional(dateSchema),
        contactId: Type.Optional(contactId),
      },
      { minProperties: 1 },
    ),
    response,
  },
  cancel: {
    operationId: 'cancelCorrectiveAction',
    tags,
    summary: 'Cancel a corrective action that is not needed any more',
    description: writers,
    params: ofAction,
    body: Type.Object({ reason }),
    response,
  },
  send: {
    operationId: 'sendCorrectiveEvidence',
    tags,
    summary: 'Add evidence that an action was done, in the name of the third party',
    description: `${writers} As JSON for a comment alone, as multipart/form-data to send files. Somebody else verifies it.`,
    consumes: ['application/json', multipartType],
    params: ofAction,
    body: Type.Optional(EvidenceBody),
    response: { 201: FindingRecord },
  },
  verify: {
    operationId: 'verifyCorrectiveAction',
    tags,
    summary: 'Accept or refuse the evidence of an action',
    description:
      'Refused, the action goes back to the third party with the remark. Whoever sent evidence does not verify it.',
    params: ofAction,
    body: Type.Object({ verdict: Type.Enum([...verdicts]), remark: Type.Optional(nullable(reason)) }),
    response,
  },
  file: {
    operationId: 'downloadCorrectiveEvidence',
    tags,
    summary: 'A file that was sent for a corrective action',
    description: 'Gives the bytes as they were sent, once they were inspected.',
    params: Type.Object({ evidenceId: pathId }),
    // While it is being checked.
    response: { ...bytesAnswer(), 409: { content: { 'application/problem+json': { schema: Problem } } } },
  },
} as const

/** What companies do about findings. */
export const actionRoutes =
  (deps: ActionsDeps): HttpRoutes =>
  async (app) => {
    await app.register(actionChangeRoutes(deps))
    await app.register(evidenceRoutes(deps))
  }

const actionChangeRoutes =
  ({ db }: ActionsDeps): HttpRoutes =>
  async (app) => {
    const gate = { config: reads, onRequest: refuseOnlookers }
    const path = '/corrective-actions/:actionId' as const
    app.post('/findings/:findingId/actions', { ...gate, schema: schemas.add }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          await addAction(tx, scope, { ...params, ...body }, versionCheck(request))
          return readFinding(tx, scope, params.findingId)
        },
        headers: etagHeader,
      })
    })
    app.patch(path, { ...gate, schema: schemas.change }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          const changed = await changeAction(tx, scope, { ...params, change: body }, versionCheck(request))
          return readFinding(tx, scope, changed)
        },
        headers: etagHeader,
      })
    })
    app.post(`${path}/cancel`, { ...gate, schema: schemas.cancel }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          const cancelled = await cancelAction(tx, scope, { ...params, ...body }, versionCheck(request))
          return readFinding(tx, scope, cancelled)
        },
        headers: etagHeader,
      })
    })
  }

const evidenceRoutes =
  (deps: ActionsDeps): HttpRoutes =>
  async (app) => {
    const { db, store } = deps
    await app.register(multipart)
    const path = '/corrective-actions/:actionId' as const
    const config = { ...reads, contentTypes: ['application/json', multipartType] }
    const gate = { config, onRequest: refuseOnlookers, bodyLimit: uploadBytes(deps) }
    app.post(`${path}/evidence`, { ...gate, schema: schemas.send }, async (request, reply) => {
      const { scope, params } = request
      const { received, comment } = await receiveEvidence(request, deps)
      return writeUpload({ db, received }, request, reply, {
        status: 201,
        work: async (tx) => {
          const sent = { ...params, files: received.files, comment }
          return readFinding(tx, scope, await sendEvidence(tx, scope, sent))
        },
        headers: etagHeader,
      })
    })
    app.post(
      `${path}/verify`,
      { config: { right: 'decide' }, schema: schemas.verify },
      async (request, reply) => {
        const { scope, params, body } = request
        const command = { ...params, verdict: body.verdict, remark: body.remark ?? null }
        return write(db, request, reply, {
          work: async (tx) =>
            readFinding(tx, scope, await verifyAction(tx, scope, command, versionCheck(request))),
          headers: etagHeader,
        })
      },
    )
    app.get(
      '/corrective-evidence/:evidenceId',
      { config: reads, schema: schemas.file },
      async (request, reply) => {
        const { scope, params } = request
        const sight = await findingSight(db, request)
        const find = () =>
          db.read(scope, async (tx) => {
            const file = await findEvidenceFile(tx, scope, params.evidenceId)
            await readFinding(tx, scope, file.findingId, sight)
            return servableEvidence(file)
          })
        return sendFile(request, reply, { store, accountId: scope.accountId, find })
      },
    )
  }
