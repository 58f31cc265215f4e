import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Db, Tx } from '../../platform/db/index.ts'
import {
  nonBlankLine,
  nullable,
  pathId,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { spoolUpload } from '../imports/index.ts'
import {
  checkOwnListFile,
  requireFreeListName,
  requireOwnList,
  receiveOwnList,
  tryOwnList,
} from '../watchlists/index.ts'
import { deleteOwnList } from './delete-own-list.ts'

const tags = ['Screening']
const contentTypes = ['text/csv']
const administers = { right: 'administer' } as const
const uploads = { ...administers, contentTypes }

const choices = {
  dryRun: Type.Optional(Type.Boolean({ description: 'Change nothing; say what would happen.' })),
  force: Type.Optional(
    Type.Boolean({ description: 'Take the file even if it lost more than a tenth of the entries in force.' }),
  ),
}
const body = Type.String({
  description:
    'CSV in UTF-8, separated by commas or semicolons. Columns in any order: id, name, kind, aliases, identifiers, ' +
    'countries, birthDate, reason; id and name must be there.',
})
const Trial = namedObject('ListTrial', {
  outcome: Type.Enum(['TRIED', 'UNCHANGED'], { description: 'UNCHANGED: this very file is in force.' }),
  entries: Type.Integer(),
  before: Type.Integer({ description: 'Entries in force.' }),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  skipped: Type.Integer({ description: 'Lines that give no entry; the warnings say why.' }),
  warnings: Type.Array(Type.String()),
  fault: nullable(Type.String({ description: 'Why it would be refused unless it is forced.' })),
})
const Received = namedObject('ReceivedList', {
  listId: Type.Integer(),
  version: Type.Integer({ description: 'To be followed among the versions of the list.' }),
})
const response = { 200: Trial, 202: Received }
const description =
  'Own lists are seen by this account alone. Their hits are decided as others are; they answer no check. The file is ' +
  'read by a job: the versions of the list say how far it is and what came of it. A dry run answers at once with 200.'

const addSchema = {
  operationId: 'addScreeningList',
  tags,
  summary: 'Keep a list of your own to screen against',
  description,
  consumes: contentTypes,
  querystring: Type.Object({ name: nonBlankLine({ minLength: 1, maxLength: 200 }), ...choices }),
  body,
  response,
} as const
const versionSchema = {
  operationId: 'addScreeningListVersion',
  tags,
  summary: 'Replace the entries of an own list by those of a file',
  description,
  consumes: contentTypes,
  params: Type.Object({ listId: pathId }),
  querystring: Type.Object(choices),
  body,
  response,
} as const
const deleteSchema = {
  operationId: 'deleteScreeningList',
  tags,
  summary: 'Delete an own list; hits on it end',
  description: 'Nobody is screened against it any more. Decisions that were taken stay in the journal.',
  params: Type.Object({ listId: pathId }),
  response: { 204: Type.Null() },
} as const

interface Deps {
  readonly db: Db
  readonly maxListBytes: number
}

export const ownListRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    const receiving = { config: uploads, bodyLimit: deps.maxListBytes }
    // Left where it is: the handler reads the body at its own pace. The text stands for one that is there.
    app.addContentTypeParser(contentTypes, (_request, _body, done) => done(null, ''))
    app.post('/screening/lists', { ...receiving, schema: addSchema }, async (request, reply) => {
      const { scope, query } = request
      const { name, ...choice } = query
      const check = (tx: Tx) => requireFreeListName(tx, scope, name)
      return receiveFile(deps, request, reply, { ...choice, check })
    })
    app.post(
      '/screening/lists/:listId/versions',
      { ...receiving, schema: versionSchema },
      async (request, reply) => {
        const { scope, params, query } = request
        const check = async (tx: Tx) => (await requireOwnList(tx, scope, params.listId)).name
        return receiveFile(deps, request, reply, { ...query, check })
      },
    )
    app.delete(
      '/screening/lists/:listId',
      { config: administers, schema: deleteSchema },
      async (request, reply) =>
        write(db, request, reply, {
          status: 204,
          work: async (tx) => {
            await deleteOwnList(tx, request.scope, request.params.listId)
            return null
          },
        }),
    )
  }

interface Sent {
  readonly dryRun?: boolean
  readonly force?: boolean
  /** The name of the list, which may be written to; asked again in the transaction that keeps the file. */
  readonly check: (tx: Tx) => Promise<string>
}

async function receiveFile(
  { db, maxListBytes }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { dryRun = false, force = false, check }: Sent,
): Promise<FastifyReply> {
  const { scope } = request
  const checked = await db.write(scope, check)
  const file = await spoolUpload(request.raw, maxListBytes)
  const { path, sha256 } = file
  try {
    if (dryRun)
      return await reply.code(200).send(trialOf(await tryOwnList(db, scope, { name: checked, path })))
    const digest = await checkOwnListFile(path)
    return await write(db, request, reply, {
      status: 202,
      fingerprint: sha256,
      work: async (tx) => receiveOwnList(tx, scope, { name: await check(tx), path, digest, force }),
    })
  } finally {
    await file.remove()
  }
}

function trialOf(report: Awaited<ReturnType<typeof tryOwnList>>): Static<typeof Trial> {
  const { entries, before, added, changed, removed, skipped, warnings, fault } = report
  const outcome = report.outcome === 'UNCHANGED' ? 'UNCHANGED' : 'TRIED'
  return { outcome, entries, before, added, changed, removed, skipped, warnings: [...warnings], fault }
}
