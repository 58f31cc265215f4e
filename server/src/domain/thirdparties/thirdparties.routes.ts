import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  eventFilterQuery,
  isUnchanged,
  linkNext,
  PageOf,
  pageQuery,
  pageRequest,
  pathId,
  problem,
  sendJsonText,
  write,
  type Cursors,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { parseEventFilter, type EventFilter } from '../../platform/journal/index.ts'
import { AppError, formatEventSecond, type PageRequest } from '../../platform/kernel/index.ts'
import type { References } from '../references/index.ts'
import { addThirdParty } from './add-thirdparty.ts'
import { identifierCodes, parseLegalIdentifier } from './legal-identifier.ts'
import { ThirdPartyRecord, ThirdPartyRow } from './thirdparty.schema.ts'
import { findThirdParty, listByEvents, listPortfolio } from './thirdparties.queries.ts'

interface Deps {
  db: Db
  references: References
  cursors: Cursors
  maxEventRangeDays: number | null
}

// A register slower than this is asked again by a job; nobody waits for it at a screen.
const patienceMs = 3_000

const AddBody = Type.Object({
  legalIdentifier: Type.Object(
    {
      code: Type.Enum([...identifierCodes], {
        description: 'CIT001 = SIRET, CIT002 = intra-community VAT number, CIT003 = DUNS.',
        ...problem({ missing: 'IDENTIFIER_MISSING', invalid: 'IDENTIFIER_TYPE_UNKNOWN' }),
      }),
      value: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Spaces, dots and dashes do not matter.',
        ...problem({ missing: 'IDENTIFIER_MISSING', tooShort: 'IDENTIFIER_MISSING' }),
      }),
    },
    problem({ missing: 'IDENTIFIER_MISSING' }),
  ),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Your own reference.' })),
  unmanaged: Type.Optional(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 500 }),
        countryCode: Type.String({ pattern: '^[A-Z]{2}$' }),
      },
      { description: 'What you know of a company that no register knows; used only then.' },
    ),
  ),
})

const ListQuery = Type.Object({
  ...pageQuery(),
  ...eventFilterQuery,
  archived: Type.Optional(
    Type.Boolean({ description: 'Only archived ones, or only live ones; both when absent.' }),
  ),
})

const tagged = { tags: ['Third parties'] }

const addRoute = {
  config: { right: 'manage' as const },
  schema: {
    ...tagged,
    operationId: 'addThirdParty',
    summary: 'Add a company to the portfolio by its legal identifier',
    body: AddBody,
    response: { 201: ThirdPartyRecord },
  },
}

const getRoute = {
  config: { right: 'read' as const },
  schema: {
    ...tagged,
    operationId: 'getThirdParty',
    summary: 'Identity of one third party',
    params: Type.Object({ thirdpartyId: pathId }),
    response: { 200: ThirdPartyRecord },
  },
}

const listRoute = {
  config: { right: 'read' as const },
  schema: {
    ...tagged,
    operationId: 'listThirdParties',
    summary: 'The portfolio, newest first, or the third parties on which named events occurred',
    querystring: ListQuery,
    response: { 200: PageOf(ThirdPartyRow) },
  },
}

const searchRoute = {
  config: { right: 'read' as const },
  schema: {
    ...listRoute.schema,
    operationId: 'searchThirdPartiesByEvent',
    summary: 'Third parties on which at least one of the named events occurred in a range of time',
  },
}

export const thirdPartiesRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.post('/thirdparties', addRoute, async (request, reply) => {
      const { legalIdentifier, code = null, unmanaged = null } = request.body
      const identifier = parseLegalIdentifier(legalIdentifier)
      return write(deps.db, request, reply, {
        status: 201,
        prepare: () => deps.references.find(identifier, AbortSignal.timeout(patienceMs)),
        work: (tx, lookup) => addThirdParty(tx, request.scope, { identifier, code, unmanaged, lookup }),
        headers: (added) => ({
          location: locationOf(request, added.thirdpartyId),
          etag: etag(added.version),
        }),
        body: (added) => added.wire,
      })
    })

    app.get('/thirdparties/:thirdpartyId', getRoute, async (request, reply) => {
      const { thirdpartyId } = request.params
      const found = await deps.db.read(request.scope, (tx) => findThirdParty(tx, request.scope, thirdpartyId))
      if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
      const unchanged = isUnchanged(request, reply, found.version)
      return sendJsonText(reply, unchanged ? '' : found.wire)
    })

    app.get('/thirdparties', listRoute, async (request, reply) =>
      answerList(deps, request, reply, { ...request.query, filterRequired: false }),
    )

    app.get('/thirdparties/search', searchRoute, async (request, reply) =>
      answerList(deps, request, reply, { ...request.query, filterRequired: true }),
    )
  }

type Asked = Static<typeof ListQuery> & { filterRequired: boolean }

function answerList(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): Promise<FastifyReply> {
  const filter = parseEventFilter(asked, {
    resource: 'THIRD_PARTY',
    required: asked.filterRequired,
    maxDays: deps.maxEventRangeDays,
  })
  const archived = asked.archived ?? null
  return filter
    ? listMatching(deps, request, reply, { page: pageRequest(asked), filter, archived })
    : listAll(deps, request, reply, { page: pageRequest(asked), archived })
}

async function listAll(
  { db, cursors }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { page: PageRequest; archived: boolean | null },
): Promise<FastifyReply> {
  const { scope } = request
  const { page, archived } = asked
  const filters = { list: 'thirdparties', archived }
  const before = page.cursor === null ? null : Number(cursors.open(scope, filters, page.cursor)[0])
  const found = await db.read(scope, (tx) =>
    listPortfolio(tx, scope, { size: page.size, offset: offsetOf(page), before, archived }),
  )
  const next = found.last === null ? null : cursors.seal(scope, filters, [found.last])
  linkNext(request, reply, next)
  return sendJsonText(reply, pageText(page, found, next))
}

async function listMatching(
  { db, cursors }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { page: PageRequest; filter: EventFilter; archived: boolean | null },
): Promise<FastifyReply> {
  const { scope } = request
  const { page, filter, archived } = asked
  const filters = { list: 'thirdparties by events', archived, ...filter }
  const [time, id] = page.cursor === null ? [] : cursors.open(scope, filters, page.cursor)
  const after = page.cursor === null ? null : { occurredAt: new Date(Number(time)), resourceId: Number(id) }
  const found = await db.read(scope, (tx) =>
    listByEvents(tx, scope, { filter, size: page.size, offset: offsetOf(page), after, archived }),
  )
  const { last } = found
  const next = last && cursors.seal(scope, filters, [last.occurredAt.getTime(), last.resourceId])
  linkNext(request, reply, next)
  reply.header('events-complete-until', formatEventSecond(found.completeUntil))
  return sendJsonText(reply, pageText(page, found, next))
}

/** A cursor already stands where the page begins. */
function offsetOf(page: PageRequest): number {
  return page.cursor === null ? page.page * page.size : 0
}

/** The list envelope around records that are JSON already. */
function pageText(
  page: PageRequest,
  found: { wires: string[]; total: number; totalIsExact: boolean },
  next: string | null,
): string {
  const { size } = page
  const rest = {
    page: page.page,
    size,
    totalElements: found.total,
    totalPages: Math.ceil(found.total / size),
    totalIsExact: found.totalIsExact,
    next,
  }
  return `{"content":[${found.wires.join(',')}],${JSON.stringify(rest).slice(1)}`
}

function locationOf(request: FastifyRequest, thirdpartyId: number): string {
  return `/api/v1/account/${request.scope.accountId}/thirdparties/${thirdpartyId}`
}
