import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  etag,
  PageOf,
  pageQuery,
  pathId,
  requestRights,
  requireMatch,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { addComment, type NewComment } from './add-comment.ts'
import { changeComment } from './change-comment.ts'
import { findPlace, type RequestedPlace } from './comment-place.ts'
import { CommentBody, CommentChange, CommentRecord, MentionableUser } from './comment.schema.ts'
import { commentListing, getComment, mentionableUsers, type FoundComment } from './comments.queries.ts'
import { deleteComment } from './delete-comment.ts'
import type { Target, Writer } from './lock-comment.ts'
import { readMention } from './mentions.ts'

interface Deps extends PlainListDeps {
  readonly publicUrl: string
}

const tags = ['Comments']
const config = { right: 'read' } as const
const one = Type.Object({ commentId: pathId })

const places = [
  {
    path: '/thirdparties/:thirdpartyId/comments',
    params: Type.Object({ thirdpartyId: pathId }),
    noun: 'ThirdParty',
    words: 'a third party',
  },
  {
    path: '/dossiers/:dossierId/comments',
    params: Type.Object({ dossierId: pathId }),
    noun: 'Dossier',
    words: 'a dossier',
  },
  {
    path: '/dossiers/:dossierId/documents/:documentId/comments',
    params: Type.Object({ dossierId: pathId, documentId: pathId }),
    noun: 'Document',
    words: 'a document',
  },
] as const

const noCustomer = 'Comments are internal to the account: the third party never sees them.'
const writersOnly =
  'For those who may manage or decide. Whoever is mentioned for the first time is notified by e-mail.'

/** What the people of the account write to one another. */
export const commentsRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    for (const place of places) await app.register(placeRoutes(deps, place))
    await app.register(commentRoutes(deps))
    await app.register(readRoutes(deps))
    await app.register(mentionableRoutes(deps))
  }

function placeRoutes(deps: Deps, { path, params, noun, words }: (typeof places)[number]): HttpRoutes {
  const listSchema = {
    operationId: `list${noun}Comments`,
    tags,
    summary: `Comments on ${words}, newest first`,
    description: noCustomer,
    params,
    querystring: Type.Object(pageQuery()),
    response: { 200: PageOf(CommentRecord) },
  }
  const addSchema = {
    operationId: `comment${noun}`,
    tags,
    summary: `Comment on ${words}`,
    description: writersOnly,
    params,
    body: CommentBody,
    response: { 201: CommentRecord },
  }
  return async (app) => {
    app.get(path, { config, schema: listSchema }, (request, reply) => answerComments(deps, request, reply))
    app.post(path, { config, onRequest: refuseReaders, schema: addSchema }, async (request, reply) => {
      const { scope } = request
      const requested = { ...(request.params as RequestedPlace), writer: writerOf(deps, request) }
      return write(deps.db, request, reply, {
        status: 201,
        work: (tx) => addComment(tx, scope, requested, request.body as NewComment),
        headers: (created) => ({
          location: `/api/v1/account/${scope.accountId}/comments/${created.commentId}`,
          ...tag(created),
        }),
      })
    })
  }
}

function answerComments(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { scope } = request
  const place = request.params as RequestedPlace
  const { thirdpartyId, dossierId, documentId } = place
  return answerList(deps, request, reply, {
    filters: { list: 'comments', thirdpartyId, dossierId, documentId },
    open: async (tx) => commentListing(scope, await findPlace(tx, scope, place)),
    view: (rows) => rows,
  })
}

const getSchema = {
  operationId: 'getComment',
  tags,
  summary: 'One comment',
  description: noCustomer,
  params: one,
  response: { 200: CommentRecord },
} as const

const changeSchema = {
  operationId: 'changeComment',
  tags,
  summary: 'Edit a comment of one’s own',
  description: writersOnly,
  params: one,
  body: CommentChange,
  response: { 200: CommentRecord },
} as const

const deleteSchema = {
  operationId: 'deleteComment',
  tags,
  summary: 'Delete a comment of one’s own; an administrator, any',
  description: 'The text is gone for everybody. The journal still tells that there was a comment.',
  params: one,
  response: { 204: Type.Null({ description: 'Done' }) },
} as const

const commentRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    const path = '/comments/:commentId'
    app.get(path, { config, schema: getSchema }, async (request, reply) => {
      const { scope, params } = request
      const comment = await db.read(scope, (tx) => getComment(tx, scope, params.commentId))
      // For If-Match only: names are not part of the version, so nothing is ever said to be unchanged.
      reply.headers(tag(comment))
      return comment
    })
    app.patch(path, { config, onRequest: refuseReaders, schema: changeSchema }, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => changeComment(tx, request.scope, targetOf(deps, request), request.body),
        headers: tag,
      }),
    )
    app.delete(path, { config, onRequest: refuseReaders, schema: deleteSchema }, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => deleteComment(tx, request.scope, targetOf(deps, request)),
      }),
    )
  }

const readSchema = {
  operationId: 'markCommentRead',
  tags,
  summary: 'Say that you have read a comment that mentions you',
  description: 'It waits for you no longer. For people; without effect on anybody else.',
  params: one,
  response: { 204: Type.Null({ description: 'Done' }) },
} as const

const readRoutes =
  ({ db }: Deps): HttpRoutes =>
  async (app) => {
    app.post('/comments/:commentId/read', { config, schema: readSchema }, async (request, reply) => {
      const { scope, params } = request
      if (scope.actor.type !== 'USER' || scope.actor.id === null) throw new AppError('PEOPLE_ONLY')
      return write(db, request, reply, {
        status: 204,
        work: async (tx) => {
          await getComment(tx, scope, params.commentId)
          await readMention(tx, scope, params.commentId)
        },
      })
    })
  }

const mentionableSchema = {
  operationId: 'listMentionableUsers',
  tags,
  summary: 'People who can be mentioned, at most 20',
  description: 'Active people of the account whose name contains the words; for completion while typing.',
  querystring: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    thirdpartyId: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only people who see this third party.' }),
    ),
    userId: Type.Optional(Type.Integer({ minimum: 1, description: 'Only this person: for their name.' })),
  }),
  response: { 200: Type.Object({ content: Type.Array(MentionableUser) }) },
} as const

const mentionableRoutes =
  ({ db }: Deps): HttpRoutes =>
  async (app) => {
    app.get('/mentionable-users', { config, schema: mentionableSchema }, async ({ scope, query }) => ({
      content: await db.read(scope, (tx) =>
        mentionableUsers(tx, scope, {
          words: query.q ?? '',
          thirdpartyId: query.thirdpartyId ?? null,
          userId: query.userId ?? null,
        }),
      ),
    }))
  }

const tag = ({ version }: FoundComment) => ({ etag: etag(version) })

const permission = 'manage or decide'

/** Two rights open these, and a route can name only one. */
async function refuseReaders(request: FastifyRequest): Promise<void> {
  const rights = requestRights(request)
  if (rights.has('manage') || rights.has('decide')) return
  throw new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
}

function writerOf({ publicUrl }: Deps, request: FastifyRequest): Writer {
  return {
    key: request.principal.key,
    isAdministrator: requestRights(request).has('administer'),
    publicUrl,
  }
}

function targetOf(deps: Deps, request: FastifyRequest): Target {
  const { commentId } = request.params as { commentId: number }
  return {
    commentId,
    writer: writerOf(deps, request),
    expectVersion: (version) => requireMatch(request, version),
  }
}
