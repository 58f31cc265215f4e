import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { nullable, pathId, recordId, write, type HttpRoutes, namedObject } from '../../platform/http/index.ts'
import { PartyBody, partyOf } from '../teams/index.ts'
import { FilterQuery, matchRequest, type MatchDeps } from '../thirdparties/index.ts'
import { countOwned } from './count-owned.ts'
import { handOverOwned } from './hand-over.ts'
import { nameMany, nameMatching } from './name-many-owners.ts'

interface Deps extends MatchDeps {
  readonly db: Db
}

const tags = ['Owners and teams']
const manages = { right: 'manage' } as const
const governs = { right: 'administer' } as const
const owner = nullable(PartyBody)
const count = (description: string) => Type.Integer({ minimum: 0, description })

const manySchema = {
  operationId: 'setOwnerOfThirdParties',
  tags,
  summary: 'Put many third parties into somebody’s name, or into nobody’s',
  description:
    'All or none: one that is not there, archived or out of the owner’s sight is named in the refusal.',
  body: Type.Object({
    owner,
    thirdpartyIds: Type.Array(recordId, { minItems: 1, maxItems: 1_000, uniqueItems: true }),
  }),
  response: { 200: Type.Object({ changed: count('How many were in another name before.') }) },
} as const

const matchingSchema = {
  operationId: 'setOwnerOfMatchingThirdParties',
  tags,
  summary: 'Do so with all third parties that match the filters of their list',
  description:
    'At most 2,000 are changed by one call. While `more` is true, the same call goes on with the others. Archived ones stay as they are.',
  querystring: FilterQuery,
  body: Type.Object({ owner }),
  response: {
    200: Type.Object({
      changed: count('How many this call changed.'),
      more: Type.Boolean({ description: 'Whether others are left.' }),
    }),
  },
} as const

const HandedOver = namedObject('HandOver', {
  thirdparties: count('Third parties that were in their name.'),
  dossiers: count('Dossiers that were in their own name.'),
  followed: count('What they followed.'),
  tasks: count('Open tasks that were theirs.'),
  rules: count('Rules that named them.'),
  dutyHolder: Type.Boolean({ description: 'Whether they were chosen as duty holder.' }),
  more: Type.Boolean({ description: 'Whether more than 10,000 were theirs: the same call goes on.' }),
})
const handOverDescription =
  'Companies, dossiers, what is followed, open tasks, rules and the duty, in one step. It works after a person has left, too. Refused as a whole if the heir does not see one of the companies.'

const ofPersonSchema = {
  operationId: 'handOverFromUser',
  tags,
  summary: 'Hand over everything a person answers for or follows',
  description: handOverDescription,
  params: Type.Object({ userId: pathId }),
  body: Type.Object({ to: PartyBody }),
  response: { 200: HandedOver },
} as const
const ofTeamSchema = {
  operationId: 'handOverFromTeam',
  tags,
  summary: 'Hand over everything a team answers for or follows',
  description: handOverDescription,
  params: Type.Object({ teamId: pathId }),
  body: Type.Object({ to: PartyBody }),
  response: { 200: HandedOver },
} as const

const previewDescription =
  'What a hand-over would move now. Of each kind no more than 10,001 are counted; `more` says if there are too many for one call.'
const previewPersonSchema = {
  operationId: 'previewHandOverFromUser',
  tags,
  summary: 'How much a person answers for or follows',
  description: previewDescription,
  params: Type.Object({ userId: pathId }),
  response: { 200: HandedOver },
} as const
const previewTeamSchema = {
  operationId: 'previewHandOverFromTeam',
  tags,
  summary: 'How much a team answers for or follows',
  description: previewDescription,
  params: Type.Object({ teamId: pathId }),
  response: { 200: HandedOver },
} as const

/** Many at once. */
export const manyOwnersRoutes =
  ({ db, ...known }: Deps): HttpRoutes =>
  async (app) => {
    app.post('/thirdparties/owner', { config: manages, schema: manySchema }, async (request, reply) => {
      const { owner: wanted, thirdpartyIds } = request.body
      const command = { owner: wanted && partyOf(wanted), thirdpartyIds }
      return write(db, request, reply, { work: (tx) => nameMany(tx, request.scope, command) })
    })
    app.post(
      '/thirdparties/owner/matching',
      { config: manages, schema: matchingSchema },
      async (request, reply) => {
        const { owner: wanted } = request.body
        const command = { owner: wanted && partyOf(wanted), matching: matchRequest(request.query, known) }
        return write(db, request, reply, { work: (tx) => nameMatching(tx, request.scope, command) })
      },
    )
    await app.register(handOverRoutes(db))
  }

const handOverRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    app.get('/users/:userId/hand-over', { config: governs, schema: previewPersonSchema }, (request) => {
      const of = { userId: request.params.userId, teamId: null }
      return db.read(request.scope, (tx) => countOwned(tx, request.scope, of))
    })
    app.get('/teams/:teamId/hand-over', { config: governs, schema: previewTeamSchema }, (request) => {
      const of = { userId: null, teamId: request.params.teamId }
      return db.read(request.scope, (tx) => countOwned(tx, request.scope, of))
    })
    app.post(
      '/users/:userId/hand-over',
      { config: governs, schema: ofPersonSchema },
      async (request, reply) => {
        const from = { userId: request.params.userId, teamId: null }
        const command = { from, to: partyOf(request.body.to) }
        return write(db, request, reply, { work: (tx) => handOverOwned(tx, request.scope, command) })
      },
    )
    app.post(
      '/teams/:teamId/hand-over',
      { config: governs, schema: ofTeamSchema },
      async (request, reply) => {
        const from = { userId: null, teamId: request.params.teamId }
        const command = { from, to: partyOf(request.body.to) }
        return write(db, request, reply, { work: (tx) => handOverOwned(tx, request.scope, command) })
      },
    )
  }
