import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  nullable,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import type { MatchDeps } from '../thirdparties/index.ts'
import { ownedBy, PartyBody, partyOf, PartyRecord, teamsRoutes } from '../teams/index.ts'
import { manyOwnersRoutes } from './many-owners.routes.ts'
import type { SubjectPath } from './owned-subject.ts'
import { readOwnership, type Ownership } from './owners.queries.ts'
import { ownerRulesRoutes } from './owner-rules.routes.ts'
import { setFollowers } from './set-followers.ts'
import { setOwner } from './set-owner.ts'

interface Deps extends MatchDeps {
  readonly db: Db
}

const tags = ['Owners and teams']
const reads = { right: 'read' } as const
const manages = { right: 'manage' } as const
const maxFollowers = 50

const OwnershipRecord = Type.Object(
  {
    owner: nullable(PartyRecord),
    by: Type.Enum([...ownedBy], {
      description: 'By their name on it, by their name on its company, by a rule, or because of the duty.',
    }),
    ruleId: nullable(Type.Integer({ description: 'The rule that decides, if one does.' })),
    named: nullable(PartyRecord),
    followers: Type.Array(PartyRecord),
  },
  {
    title: 'Ownership',
    description:
      '`owner` answers for it now. `named` is in whose name it is, also if they have left or do not see it any more: then it falls to the next in line.',
  },
)
const OwnerBody = Type.Object({ owner: nullable(PartyBody) })
const FollowersBody = Type.Object({ followers: Type.Array(PartyBody, { maxItems: maxFollowers }) })
const ofThirdParty = Type.Object({ thirdpartyId: pathId })
const ofDossier = Type.Object({ dossierId: pathId })
const response = { 200: OwnershipRecord }

const schemas = {
  readThirdParty: {
    operationId: 'getThirdPartyOwner',
    tags,
    summary: 'Who answers for a third party, and who follows it',
    description: 'Says also why: the company itself, a rule, or the duty holder of the account.',
    params: ofThirdParty,
    response,
  },
  nameThirdParty: {
    operationId: 'setThirdPartyOwner',
    tags,
    summary: 'Put a third party into somebody’s name, or into nobody’s',
    description: 'In nobody’s name, the rules of the account decide who answers for it.',
    params: ofThirdParty,
    body: OwnerBody,
    response,
  },
  followThirdParty: {
    operationId: 'setThirdPartyFollowers',
    tags,
    summary: 'Say who follows a third party: these and no others',
    description:
      'Followers are told of what happens to the company. People who are left out of the list stop following.',
    params: ofThirdParty,
    body: FollowersBody,
    response,
  },
  readDossier: {
    operationId: 'getDossierOwner',
    tags,
    summary: 'Who answers for a dossier, and who follows it',
    description:
      'Says also why: the dossier itself, its third party, a rule, or the duty holder of the account.',
    params: ofDossier,
    response,
  },
  nameDossier: {
    operationId: 'setDossierOwner',
    tags,
    summary: 'Put a dossier into somebody’s own name, or leave it to the owner of its third party',
    description: 'Without an owner of its own the dossier follows its third party.',
    params: ofDossier,
    body: OwnerBody,
    response,
  },
  followDossier: {
    operationId: 'setDossierFollowers',
    tags,
    summary: 'Say who follows a dossier: these and no others',
    description:
      'Followers are told of what happens to the dossier. People who are left out of the list stop following.',
    params: ofDossier,
    body: FollowersBody,
    response,
  },
} as const

const view = ({ version: _version, followers, ...ownership }: Ownership) => ({
  ...ownership,
  followers: [...followers],
})
const thirdParty = ({ thirdpartyId }: { thirdpartyId: number }): SubjectPath => ({
  kind: 'THIRD_PARTY',
  subject: thirdpartyId,
})
const dossier = ({ dossierId }: { dossierId: number }): SubjectPath => ({
  kind: 'DOSSIER',
  subject: dossierId,
})

/** Teams, and who answers for companies and dossiers: one by one, many at once, by rule and by duty. */
export const ownersRoutes =
  ({ db, ...known }: Deps): HttpRoutes =>
  async (app) => {
    await app.register(teamsRoutes({ db }))
    await app.register(thirdPartyOwnerRoutes(db))
    await app.register(dossierOwnerRoutes(db))
    await app.register(manyOwnersRoutes({ db, ...known }))
    await app.register(ownerRulesRoutes({ db }))
  }

const thirdPartyOwnerRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    const path = '/thirdparties/:thirdpartyId' as const
    app.get(`${path}/owner`, { config: reads, schema: schemas.readThirdParty }, async (request, reply) => {
      const { scope, params } = request
      const ownership = await db.read(scope, (tx) => readOwnership(tx, scope, thirdParty(params)))
      void reply.header('etag', etag(ownership.version))
      return view(ownership)
    })
    app.put(`${path}/owner`, { config: manages, schema: schemas.nameThirdParty }, async (request, reply) => {
      const { owner } = request.body
      const command = { path: thirdParty(request.params), owner: owner && partyOf(owner) }
      return write(db, request, reply, {
        work: (tx) => setOwner(tx, request.scope, command, versionCheck(request)),
        headers: etagHeader,
      })
    })
    app.put(
      `${path}/followers`,
      { config: manages, schema: schemas.followThirdParty },
      async (request, reply) => {
        const command = { path: thirdParty(request.params), followers: request.body.followers.map(partyOf) }
        return write(db, request, reply, {
          work: (tx) => setFollowers(tx, request.scope, command, versionCheck(request)),
          headers: etagHeader,
        })
      },
    )
  }

const dossierOwnerRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    const path = '/dossiers/:dossierId' as const
    app.get(`${path}/owner`, { config: reads, schema: schemas.readDossier }, async (request, reply) => {
      const { scope, params } = request
      const ownership = await db.read(scope, (tx) => readOwnership(tx, scope, dossier(params)))
      void reply.header('etag', etag(ownership.version))
      return view(ownership)
    })
    app.put(`${path}/owner`, { config: manages, schema: schemas.nameDossier }, async (request, reply) => {
      const { owner } = request.body
      const command = { path: dossier(request.params), owner: owner && partyOf(owner) }
      return write(db, request, reply, {
        work: (tx) => setOwner(tx, request.scope, command, versionCheck(request)),
        headers: etagHeader,
      })
    })
    app.put(
      `${path}/followers`,
      { config: manages, schema: schemas.followDossier },
      async (request, reply) => {
        const command = { path: dossier(request.params), followers: request.body.followers.map(partyOf) }
        return write(db, request, reply, {
          work: (tx) => setFollowers(tx, request.scope, command, versionCheck(request)),
          headers: etagHeader,
        })
      },
    )
  }
