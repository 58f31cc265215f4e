import { Type, type Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  sendJsonText,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { externalReferencesRoutes } from '../external-references/index.ts'
import type { References } from '../references/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import type { ThirdPartyContacts } from './contact-port.ts'
import { codeSettingsRoutes } from './code-settings.routes.ts'
import { parseLegalIdentifier } from './legal-identifier.ts'
import { ownFields, ownIdentity } from './own-identity.ts'
import { askForPut, putByCode, type PutByCode } from './put-by-code.ts'
import { AddBody, locationOf, requireCountry } from './thirdparties.routes.ts'
import { joinReferences, lookUpByCode } from './thirdparties.queries.ts'
import { identitySources, ownCode, ThirdPartyRecord, ThirdPartyWithReferences } from './thirdparty.schema.ts'

interface Deps {
  readonly db: Db
  readonly references: References
  readonly attributes: ThirdPartyAttributes
  readonly contacts: ThirdPartyContacts
}

const tags = ['Third parties']
const path = '/thirdparties/by-code/:code'
const params = Type.Object({ code: ownCode })
const { legalIdentifier, ...optional } = AddBody.properties

const PutBody = Type.Object({
  legalIdentifier: Type.Optional(legalIdentifier),
  ...optional,
  source: Type.Optional(Type.Enum([...identitySources])),
  ...ownFields,
})

const getSchema = {
  operationId: 'getThirdPartyByCode',
  tags,
  summary: 'The third party with exactly this code',
  description:
    'Codes are compared exactly. Where they may repeat and several companies have this one, the answer is 409.',
  params,
  response: { 200: ThirdPartyWithReferences },
} as const
const putSchema = {
  operationId: 'putThirdPartyByCode',
  tags,
  summary: 'Change the third party with this code, or add it',
  description:
    'Changes what is given and leaves the rest alone. A company that is not there is added by its legal identifier, or by `unmanaged` alone; one that is there without a code gets this one. `units` and `contacts` count when it is added; later they have routes of their own. Needs unique codes.',
  params,
  body: PutBody,
  response: { 200: ThirdPartyRecord, 201: ThirdPartyRecord },
} as const

/** Keys of the customer's own: codes, whether they are unique, and what other systems call a record. */
export const ownKeysRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    await app.register(codeSettingsRoutes(deps))
    await app.register(externalReferencesRoutes(deps))
    await app.register(byCodeRoutes(deps))
  }

const byCodeRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.get(path, { config: { right: 'read' }, schema: getSchema }, async (request, reply) => {
      const { scope } = request
      const code = request.params.code.trim()
      const [found, ...others] = await lookUpByCode(deps.db, scope, code)
      if (!found) throw new AppError('CODE_NOT_FOUND', { code })
      if (others.length > 0) throw ambiguousCode([found, ...others].map((one) => one.thirdparty_id))
      const unchanged = isUnchanged(request, reply, found.version)
      return sendJsonText(reply, unchanged ? '' : joinReferences(found))
    })
    app.put(path, { config: { right: 'manage' }, schema: putSchema }, async (request, reply) => {
      const { scope, body } = request
      const { attributes: values = [], contacts: people = [] } = body
      const command = commandOf(request.params.code, body, versionCheck(request))
      return repeatConflict(() =>
        write(deps.db, request, reply, {
          prepare: () => askForPut(deps, scope, command),
          work: async (tx, asked) => {
            const put = await putByCode(tx, scope, command, asked)
            const { thirdpartyId, isNew } = put
            if (isNew || values.length > 0) {
              const addAttributes = await deps.attributes.prepare(tx, scope)
              await addAttributes(thirdpartyId, values)
            }
            if (isNew) await deps.contacts.add(tx, scope, thirdpartyId, people)
            return put
          },
          status: ({ isNew }) => (isNew ? 201 : 200),
          headers: ({ isNew, thirdpartyId, version }) => ({
            ...(isNew && { location: locationOf(request, thirdpartyId) }),
            etag: etag(version),
          }),
          body: ({ wire }) => wire,
        }),
      )
    })
  }

type PutBody = Static<typeof PutBody>

function commandOf(
  code: string,
  { legalIdentifier: given, unmanaged, units: unitIds = [], ...body }: PutBody,
  expectVersion: (version: number) => void,
): PutByCode {
  requireCountry(unmanaged ?? null)
  const { source, allowSameName = false, attributes: _values, contacts: _people, ...fields } = body
  const identifier = given ? parseLegalIdentifier(given) : null
  const own = ownIdentity(fields)
  return {
    code: code.trim(),
    identifier,
    unmanaged: unmanaged ?? null,
    allowSameName,
    unitIds,
    source,
    own,
    expectVersion,
  }
}

function ambiguousCode(thirdpartyIds: readonly number[]): AppError {
  return new AppError(
    'CODE_AMBIGUOUS',
    { thirdpartyIds: thirdpartyIds.join(', ') },
    { members: { thirdpartyIds } },
  )
}

const mostAttempts = 3

/** Somebody else wrote the same company in the same moment: what they made is there at the next look. */
async function repeatConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await attempt()
    } catch (error) {
      const isConflict = error instanceof AppError && error.code === 'WRITE_CONFLICT'
      if (!isConflict || nth === mostAttempts) throw error
    }
  }
}
