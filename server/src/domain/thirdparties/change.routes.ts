import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etagHeader,
  nullable,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import type { References } from '../references/index.ts'
import { archiveThirdParty, reactivateThirdParty, type ArchiveStep } from './archive-thirdparty.ts'
import { changeThirdParty, companyToAttach } from './change-thirdparty.ts'
import { parseLegalIdentifier } from './legal-identifier.ts'
import { GivenLegalIdentifier } from './legal-identifier.schema.ts'
import { ownFields, ownIdentity } from './own-identity.ts'
import { refreshFromRegister, refreshThirdParty } from './refresh-thirdparty.ts'
import type { Stored } from './store-identity.ts'
import { identitySources, ownCode, RefreshAnswer, ThirdPartyRecord } from './thirdparty.schema.ts'

interface Deps {
  db: Db
  references: References
  archiveSteps: readonly ArchiveStep[]
}

const tags = ['Third parties']
const params = Type.Object({ thirdpartyId: pathId })

const PatchBody = Type.Object({
  code: Type.Optional(nullable(ownCode)),
  legalIdentifier: Type.Optional(GivenLegalIdentifier),
  source: Type.Optional(
    Type.Enum([...identitySources], {
      description:
        'UNMANAGED detaches it from its register; MANAGED asks the register and attaches it again.',
    }),
  ),
  ...ownFields,
})

const changeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'changeThirdParty',
    tags,
    summary:
      'Change the code, the source, or the identity and identifier of a company that no register keeps',
    description:
      'What is left out stays as it is. Fields that a register keeps are refused unless the source becomes UNMANAGED.',
    params,
    body: PatchBody,
    response: { 200: ThirdPartyRecord },
  },
} as const

/** The identity of one third party: changed by hand, or by its register. */
export const identityRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.patch('/thirdparties/:thirdpartyId', changeRoute, async (request, reply) => {
      const { scope } = request
      const { thirdpartyId } = request.params
      const { code: given, source, legalIdentifier, ...fields } = request.body
      const code = given?.trim() ?? given
      const own = ownIdentity(fields)
      const identifier = legalIdentifier && parseLegalIdentifier(legalIdentifier)
      const command = { thirdpartyId, code, source, identifier, own }
      return write(deps.db, request, reply, {
        prepare: () => companyToAttach(deps, scope, command),
        work: (tx, company) => {
          const expectVersion = versionCheck(request)
          return changeThirdParty(tx, scope, { ...command, company, expectVersion })
        },
        ...recordAnswer,
      })
    })

    app.post(
      '/thirdparties/:thirdpartyId/refresh',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'refreshThirdParty',
          tags,
          summary: 'Ask the register again, and say what changed',
          description:
            'Use it when you know that something has changed. The answer lists the fields that did.',
          params,
          response: { 200: RefreshAnswer, 202: RefreshAnswer },
        },
      },
      async (request, reply) => {
        const { scope } = request
        const { thirdpartyId } = request.params
        return write(deps.db, request, reply, {
          prepare: () => refreshFromRegister(deps, scope, thirdpartyId),
          work: (tx, lookup) => refreshThirdParty(tx, scope, { thirdpartyId, lookup }),
          status: (refreshed) => refreshed.status,
          headers: etagHeader,
          body: (refreshed) => refreshed.text,
        })
      },
    )
  }

/** The end of working with a third party, and its return. */
export const archiveRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.post(
      '/thirdparties/:thirdpartyId/archive',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'archiveThirdParty',
          tags,
          summary: 'Stop working with a third party; its history stays',
          description: 'Its open dossiers are archived and its monitoring ends. It can be reactivated.',
          params,
          response: { 200: ThirdPartyRecord },
        },
      },
      async (request, reply) => {
        const command = {
          ...request.params,
          steps: deps.archiveSteps,
          expectVersion: versionCheck(request),
        }
        return write(deps.db, request, reply, {
          work: (tx) => archiveThirdParty(tx, request.scope, command),
          ...recordAnswer,
        })
      },
    )

    app.post(
      '/thirdparties/:thirdpartyId/reactivate',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'reactivateThirdParty',
          tags,
          summary: 'Take an archived third party back',
          description: 'It is part of the portfolio again, with its history.',
          params,
          response: { 200: ThirdPartyRecord },
        },
      },
      async (request, reply) => {
        const command = { ...request.params, expectVersion: versionCheck(request) }
        return write(deps.db, request, reply, {
          work: (tx) => reactivateThirdParty(tx, request.scope, command),
          ...recordAnswer,
        })
      },
    )
  }

/** The record as it is now, with its version. */
const recordAnswer = {
  headers: etagHeader,
  body: (stored: Stored) => stored.wire,
}
