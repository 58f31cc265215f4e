import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { PageOf, type HttpRoutes } from '../../platform/http/index.ts'
import { answerEventListText, type ListDeps } from '../../platform/lists/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { portfolioListing, portfolioTexts } from './portfolio-listing.ts'
import { filterOf, ListQuery, portfolioSort } from './portfolio-query.ts'
import type { RatingBands } from './summary-parameters.ts'
import { ThirdPartyRow } from './thirdparty.schema.ts'

interface Deps extends ListDeps {
  attributes: ThirdPartyAttributes
  ratingBands: RatingBands
}

const tags = ['Third parties']

export const portfolioRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'listThirdParties',
          tags,
          summary: 'The portfolio, newest first, or the third parties on which named events occurred',
          description:
            'Filter by attributes, statuses, indicators or events, or search by the first letters.',
          querystring: ListQuery,
          response: { 200: PageOf(ThirdPartyRow) },
        },
      },
      async (request, reply) =>
        answerPortfolio(deps, request, reply, { query: request.query, eventsRequired: false }),
    )

    app.get(
      '/thirdparties/search',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'searchThirdPartiesByEvent',
          tags,
          summary: 'Third parties on which at least one of the named events occurred in a range of time',
          description:
            'The header Events-Complete-Until tells up to which second the answer is complete: start the next search there.',
          querystring: ListQuery,
          response: { 200: PageOf(ThirdPartyRow) },
        },
      },
      async (request, reply) =>
        answerPortfolio(deps, request, reply, { query: request.query, eventsRequired: true }),
    )
  }

interface RequestedList {
  query: Static<typeof ListQuery>
  eventsRequired: boolean
}

function answerPortfolio(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, eventsRequired }: RequestedList,
): Promise<FastifyReply> {
  const { scope } = request
  const { attributes } = deps
  const filter = filterOf(query, { declared: ListQuery.properties, bands: deps.ratingBands })
  const sort = portfolioSort(query)
  return answerEventListText(deps, request, reply, {
    resource: 'THIRD_PARTY',
    query,
    eventsRequired,
    filters: { list: 'thirdparties', ...filter },
    open: (tx) => portfolioListing(tx, scope, { filter, sort, attributes }),
    view: (rows, tx) =>
      portfolioTexts(tx, scope, rows, {
        known: attributes,
        codes: query.withAttributes ?? [],
        withOwner: query.withOwner === true,
      }),
  })
}
