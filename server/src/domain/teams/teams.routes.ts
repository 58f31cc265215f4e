import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  nullable,
  PageOf,
  pageQuery,
  pathId,
  recordId,
  singleLine,
  versionCheck,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { answerNumberedPage, readListing } from '../../platform/lists/index.ts'
import { addTeam, deleteTeam, maxMembers, renameTeam, setTeamMembers } from './change-team.ts'
import { chooseDutyHolder, findDutyHolder } from './duty-holder.ts'
import { PartyBody, partyOf, PartyRecord } from './party.ts'
import { getTeam, teamListing, type TeamView } from './teams.queries.ts'

const tags = ['Owners and teams']
const reads = { right: 'read' } as const
const governs = { right: 'administer' } as const
const params = Type.Object({ teamId: pathId })
const name = singleLine({ minLength: 1, maxLength: 100 })
const userIds = Type.Array(recordId, { maxItems: maxMembers, uniqueItems: true })
const { page, size } = pageQuery()

const Team = Type.Object(
  {
    teamId: Type.Integer(),
    name: Type.String(),
    members: Type.Array(Type.Object({ userId: Type.Integer(), name: Type.String(), active: Type.Boolean() })),
  },
  { title: 'Team' },
)
const Duty = namedObject('DutyHolder', {
  holder: nullable(PartyRecord),
  chosen: nullable(PartyRecord),
})

const viewTeam = ({ teamId, name: called, members }: TeamView) => ({
  teamId,
  name: called,
  members: [...members],
})

const listSchema = {
  operationId: 'listTeams',
  tags,
  summary: 'The teams of the account with their members, in the order in which they were added',
  description: 'A team can own third parties and dossiers, and be given tasks, in place of a person.',
  querystring: Type.Object({ page, size }),
  response: { 200: PageOf(Team) },
} as const
const readSchema = {
  operationId: 'getTeam',
  tags,
  summary: 'One team with its members',
  description: 'The ETag of the answer belongs into If-Match when the team is changed.',
  params,
  response: { 200: Team },
} as const
const addSchema = {
  operationId: 'addTeam',
  tags,
  summary: 'Add a team',
  description:
    'Members can be given at once or later. A team may own third parties and dossiers in place of a person.',
  body: Type.Object({ name, userIds: Type.Optional(userIds) }),
  response: { 201: Team },
} as const
const renameSchema = {
  operationId: 'renameTeam',
  tags,
  summary: 'Rename a team',
  description: 'What the team owns stays with it.',
  params,
  body: Type.Object({ name }),
  response: { 200: Team },
} as const
const membersSchema = {
  operationId: 'setTeamMembers',
  tags,
  summary: 'Say who is in a team: these people and no others',
  description:
    'While a team has no active member, what is in its name falls to the next in line; nothing is lost.',
  params,
  body: Type.Object({ userIds }),
  response: { 200: Team },
} as const
const deleteSchema = {
  operationId: 'deleteTeam',
  tags,
  summary: 'Delete a team',
  description: 'Only one that nothing hangs on: hand over first what is in its name.',
  params,
  response: { 204: Type.Null({ description: 'Deleted' }) },
} as const

/** Teams, and to whom falls what is in nobody's name. */
export const teamsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/teams', { config: reads, schema: listSchema }, ({ scope, query }) =>
      answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => readListing(tx, teamListing(scope), window)),
        viewTeam,
      ),
    )
    app.get('/teams/:teamId', { config: reads, schema: readSchema }, async ({ scope, params: of }, reply) => {
      const team = await db.read(scope, (tx) => getTeam(tx, scope, of.teamId))
      void reply.header('etag', etag(team.version))
      return viewTeam(team)
    })
    app.post('/teams', { config: governs, schema: addSchema }, async (request, reply) => {
      const { name: called, userIds: people = [] } = request.body
      return write(db, request, reply, {
        status: 201,
        work: (tx) => addTeam(tx, request.scope, { name: called, userIds: people }),
        headers: etagHeader,
      })
    })
    app.patch('/teams/:teamId', { config: governs, schema: renameSchema }, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) =>
          renameTeam(tx, request.scope, { ...request.params, ...request.body }, versionCheck(request)),
        headers: etagHeader,
      }),
    )
    app.put('/teams/:teamId/members', { config: governs, schema: membersSchema }, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) =>
          setTeamMembers(tx, request.scope, { ...request.params, ...request.body }, versionCheck(request)),
        headers: etagHeader,
      }),
    )
    app.delete('/teams/:teamId', { config: governs, schema: deleteSchema }, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => deleteTeam(tx, request.scope, request.params.teamId, versionCheck(request)),
      }),
    )
    await app.register(dutyRoutes({ db }))
  }

const readDutySchema = {
  operationId: 'getDutyHolder',
  tags,
  summary: 'To whom falls what nobody else answers for',
  description:
    'Who was chosen, if they can act; otherwise the administrator who has been in the account longest.',
  response: { 200: Duty },
} as const
const chooseDutySchema = {
  operationId: 'chooseDutyHolder',
  tags,
  summary: 'Choose the duty holder, or nobody',
  description: 'It must be somebody who sees all units, or a team with such a member.',
  body: Type.Object({ chosen: nullable(PartyBody) }),
  response: { 200: Duty },
} as const

const dutyRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/duty-holder', { config: reads, schema: readDutySchema }, async ({ scope }, reply) => {
      const { version, ...duty } = await db.read(scope, (tx) => findDutyHolder(tx, scope))
      void reply.header('etag', etag(version))
      return duty
    })
    app.put('/duty-holder', { config: governs, schema: chooseDutySchema }, async (request, reply) => {
      const { chosen } = request.body
      return write(db, request, reply, {
        work: (tx) => chooseDutyHolder(tx, request.scope, chosen && partyOf(chosen), versionCheck(request)),
        headers: etagHeader,
      })
    })
  }
