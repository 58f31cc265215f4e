import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pageQuery, type HttpRoutes, recordId } from '../../platform/http/index.ts'
import { defaultPageSize, maxPageSize } from '../../platform/kernel/index.ts'
import { HitChangeRecord, hitChangesAfter } from './hit-changes.queries.ts'
import { requireHitSight } from './hit-sight.ts'

const Query = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 999_999_999_999_999,
      description: 'The last number you have; 0, from the beginning, when absent.',
    }),
  ),
  size: pageQuery().size,
  thirdpartyId: Type.Optional(recordId),
})

const route = {
  config: { right: 'read' },
  schema: {
    operationId: 'readScreeningChanges',
    tags: ['Screening'],
    summary: 'What becomes of hits, change by change: complete, in order, as often as you like',
    description:
      'Opened, opened again, proposed, decided, ended. It names nobody: read the hit by its number. The same changes go to webhooks of the class SCREENING.',
    querystring: Query,
    response: {
      200: Type.Object({
        content: Type.Array(HitChangeRecord),
        next: Type.Integer({ description: 'Give it as `after` to go on, also when content is empty.' }),
        head: Type.Integer({ description: 'The last number; while next is less, there is more.' }),
        complete: Type.Boolean({
          description:
            'False for who sees the companies of some units only: changes of others are left out, so numbers may be missing.',
        }),
      }),
    },
  },
} as const

/** The feed of what becomes of hits. */
export const changesRoutes =
  (deps: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/screening/changes', route, async (request) => {
      await requireHitSight(deps, request)
      const { scope, query } = request
      const { after = 0, size = defaultPageSize, thirdpartyId } = query
      const limit = Math.min(size, maxPageSize)
      const page = await deps.db.read(scope, (tx) =>
        hitChangesAfter(tx, scope, { after, limit, thirdpartyId }),
      )
      return { ...page, complete: scope.units === 'ALL' }
    })
  }
