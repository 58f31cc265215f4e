import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../platform/db/index.ts'
import {
  asOfQuery,
  etag,
  isUnchanged,
  pathId,
  problem,
  sendJsonText,
  SharedWrites,
  write,
  type Cursors,
  type HttpRoutes,
  type Rate,
  type SendTable,
  singleLine,
  recordId,
} from '../../platform/http/index.ts'
import { AppError, isCountryCode, type Scope } from '../../platform/kernel/index.ts'
import type { SharedLimits } from '../../platform/limits/index.ts'
import type { References } from '../references/index.ts'
import { addThirdParties, askRegister, type AddedThirdParty, type AddThirdParty } from './add-thirdparty.ts'
import { GivenAttribute, type ThirdPartyAttributes } from './attribute-port.ts'
import type { ArchiveStep } from './archive-thirdparty.ts'
import { archiveRoutes, identityRoutes } from './change.routes.ts'
import { GivenContact, type ThirdPartyContacts } from './contact-port.ts'
import { companySearchRoutes } from './company-search.routes.ts'
import { exportRoutes } from './export.routes.ts'
import { parseLegalIdentifier } from './legal-identifier.ts'
import { GivenLegalIdentifier } from './legal-identifier.schema.ts'
import { portfolioRoutes } from './portfolio.routes.ts'
import { registersRoutes } from './registers.routes.ts'
import type { RatingBands } from './summary-parameters.ts'
import { ownCode, PastThirdParty, ThirdPartyRecord, ThirdPartyWithReferences } from './thirdparty.schema.ts'
import { joinReferences, lookUpThirdParty } from './thirdparties.queries.ts'

interface Deps {
  db: Db
  references: References
  cursors: Cursors
  sendTable: SendTable
  maxEventRangeDays: number | null
  searchRate: Rate
  limits: SharedLimits
  searchesPerDay: number
  archiveSteps: readonly ArchiveStep[]
  attributes: ThirdPartyAttributes
  contacts: ThirdPartyContacts
  ratingBands: RatingBands
  /** The journal's word on a past moment; whoever reads the journal lies above. */
  stateAt: (scope: Scope, requested: { thirdpartyId: number; asOf: string }) => Promise<PastThirdParty>
}

const tags = ['Third parties']
const params = Type.Object({ thirdpartyId: pathId })

export const AddBody = Type.Object({
  legalIdentifier: Type.Optional(GivenLegalIdentifier),
  code: Type.Optional(ownCode),
  unmanaged: Type.Optional(
    Type.Object(
      {
        name: singleLine({ minLength: 1, maxLength: 500 }),
        countryCode: Type.String({
          pattern: '^[A-Z]{2}$',
          ...problem({ invalid: 'COUNTRY_CODE_INVALID' }),
        }),
      },
      {
        description:
          'What you know of a company that no register knows; used only then. Enough by itself where there is no identifier.',
      },
    ),
  ),
  allowSameName: Type.Optional(
    Type.Boolean({
      description: 'Without an identifier: add it beside another company of that name and country.',
    }),
  ),
  attributes: Type.Optional(
    Type.Array(GivenAttribute, {
      maxItems: 100,
      description: 'Set in the same transaction; if one is refused, the company is not added.',
    }),
  ),
  units: Type.Optional(
    Type.Array(recordId, {
      maxItems: 50,
      uniqueItems: true,
      description: 'The units it goes into. Whoever sees some units only names at least one of them.',
    }),
  ),
  contacts: Type.Optional(
    Type.Array(GivenContact, {
      maxItems: 20,
      description:
        'Contacts, added in the same transaction; they are invited once something is requested from the company.',
    }),
  ),
})

export const thirdPartiesRoutes = (deps: Deps): HttpRoutes => {
  const parts = [
    addingRoutes(deps),
    readingRoutes(deps),
    identityRoutes(deps),
    archiveRoutes(deps),
    portfolioRoutes(deps),
    exportRoutes(deps),
    companySearchRoutes(deps),
    registersRoutes(),
  ]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}

interface AddedCompany extends AddThirdParty {
  readonly attributes: readonly GivenAttribute[]
  readonly contacts: readonly GivenContact[]
}

/** Third parties with what was given along with them. */
async function addCompanies(
  deps: Pick<Deps, 'attributes' | 'contacts'>,
  tx: Tx,
  scope: Scope,
  companies: readonly AddedCompany[],
): Promise<AddedThirdParty[]> {
  const [added, addAttributes] = await Promise.all([
    addThirdParties(tx, scope, companies),
    deps.attributes.prepare(tx, scope),
  ])
  for (const [nth, { thirdpartyId }] of added.entries()) {
    await addAttributes(thirdpartyId, companies[nth]?.attributes ?? [])
    await deps.contacts.add(tx, scope, thirdpartyId, companies[nth]?.contacts ?? [])
  }
  return added
}

const addingRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    const adds = new SharedWrites<AddedCompany, AddedThirdParty>(deps.db, {
      work: (tx, scope, companies) => addCompanies(deps, tx, scope, companies),
    })
    app.post(
      '/thirdparties',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'addThirdParty',
          tags,
          summary: 'Add a company to the portfolio by its legal identifier, or by its name and country',
          description:
            'The identity of the company comes from its register. Send an Idempotency-Key, so that repeating a request whose answer was lost adds nothing twice.',
          body: AddBody,
          response: { 201: ThirdPartyRecord },
        },
      },
      async (request, reply) => {
        const { legalIdentifier, unmanaged = null, allowSameName = false } = request.body
        const code = request.body.code?.trim() ?? null
        const { attributes = [], contacts = [], units: unitIds = [] } = request.body
        const identifier = legalIdentifier ? parseLegalIdentifier(legalIdentifier) : null
        if (identifier === null && unmanaged === null) throw new AppError('IDENTIFIER_MISSING')
        requireCountry(unmanaged)
        const given = { identifier, code, unmanaged, allowSameName, unitIds, attributes, contacts }
        // Of a company without a number its name is all there is to compare, and only with what is committed.
        const isShared = identifier !== null && attributes.length + contacts.length + unitIds.length === 0
        return write(deps.db, request, reply, {
          status: 201,
          prepare: () => askRegister(deps.references, identifier),
          work: async (tx, lookup) => {
            const [added] = await addCompanies(deps, tx, request.scope, [{ ...given, lookup }])
            return added as AddedThirdParty
          },
          share: (lookup) => (isShared ? adds.share({ ...given, lookup }) : null),
          headers: (added) => ({
            location: locationOf(request, added.thirdpartyId),
            etag: etag(added.version),
          }),
          body: (added) => added.wire,
        })
      },
    )
  }

const readingRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties/:thirdpartyId',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'getThirdParty',
          tags,
          summary: 'Identity of one third party, today or at a past moment',
          description:
            'With `asOf` the answer is what the journal tells of that moment, and names what it does not tell.',
          params,
          querystring: Type.Object(asOfQuery),
          response: { 200: Type.Union([PastThirdParty, ThirdPartyWithReferences]) },
        },
      },
      async (request, reply) => {
        const { thirdpartyId } = request.params
        const { asOf } = request.query
        if (asOf !== undefined) {
          const past = await deps.stateAt(request.scope, { thirdpartyId, asOf })
          return sendJsonText(reply.header('cache-control', 'private, no-cache'), JSON.stringify(past))
        }
        const found = await lookUpThirdParty(deps.db, request.scope, thirdpartyId)
        if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
        const unchanged = isUnchanged(request, reply, found.version)
        return sendJsonText(reply, unchanged ? '' : joinReferences(found))
      },
    )
  }

export function requireCountry(unmanaged: { readonly countryCode: string } | null): void {
  if (unmanaged && !isCountryCode(unmanaged.countryCode))
    throw new AppError('COUNTRY_CODE_INVALID', {}, { members: { pointer: '/unmanaged/countryCode' } })
}

export function locationOf(request: FastifyRequest, thirdpartyId: number): string {
  return `/api/v1/account/${request.scope.accountId}/thirdparties/${thirdpartyId}`
}
