import { Type } from 'typebox'
import type { Db } from '../../../../platform/db/index.ts'
import { etag, namedObject, versionCheck, write, type HttpRoutes } from '../../../../platform/http/index.ts'
import { checkPolicies, setCheckPolicy, type CheckPolicy } from './check-policies.ts'

const tags = ['Review']

const documentTypeCode = Type.String({
  pattern: '^[A-Z][A-Z0-9_]*$',
  minLength: 2,
  maxLength: 60,
  examples: ['SOC_VIGILANCE'],
})
const chosen = {
  accept: Type.Boolean({
    description:
      'Whether an answer is accepted by the checks alone where everything agrees and nothing was found.',
  }),
  sendBack: Type.Boolean({
    description:
      'Whether the supplier is told at once, with the reason, what is plainly wrong: another company, another kind of document, expired. Never where there is any doubt about the file.',
  }),
}
const acceptScans = {
  description:
    'Whether scans and photographs are accepted alone too, where every page and every value that decides was read surely. A change in a picture leaves no trace: this takes that risk.',
}
const sampleShare = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'Of a hundred answers that would be accepted alone, so many go to a person, who is not told.',
})
const Policy = namedObject('CheckPolicy', {
  documentTypeCode,
  name: Type.Object({ fr: Type.String(), en: Type.String() }),
  ...chosen,
  acceptScans: Type.Boolean(acceptScans),
  sampleShare,
  isSet: Type.Boolean({
    description: 'False: the account has said nothing about this type, and this is what holds then.',
  }),
  mayAccept: Type.Boolean({ description: 'False: bank details, which a person decides whatever is set.' }),
  isRead: Type.Boolean({
    description: 'Whether a reader knows the document. Files of other types always go to a person.',
  }),
})

const listSchema = {
  operationId: 'listCheckPolicies',
  tags,
  summary: 'What the checks may decide alone, by document type',
  description:
    'Holds only while `autoAccept` of the evaluation options is on; otherwise the checks decide nothing. Archived types and those that the service answers itself are left out.',
  response: { 200: Type.Object({ content: Type.Array(Policy) }) },
} as const
const putSchema = {
  operationId: 'setCheckPolicy',
  tags,
  summary: 'Choose what the checks may decide alone about a document type',
  description:
    'It holds for what is checked from now on. Bank details are never accepted by a check: asking for it is refused.',
  params: Type.Object({ documentTypeCode }),
  body: Type.Object({
    ...chosen,
    acceptScans: Type.Optional(Type.Boolean({ ...acceptScans, default: false })),
    sampleShare: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'As answered; 2 where it is left out.' }),
    ),
  }),
  response: { 200: Policy },
} as const

const tag = ({ version }: CheckPolicy) => ({ etag: etag(version) })

export const checkPoliciesRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/check-policies', { config: { right: 'read' }, schema: listSchema }, async ({ scope }) => ({
      content: await db.read(scope, (tx) => checkPolicies(tx, scope)),
    }))
    app.put(
      '/check-policies/:documentTypeCode',
      { config: { right: 'administer', stepUp: true }, schema: putSchema },
      async (request, reply) => {
        const { params, body } = request
        const policy = { documentTypeCode: params.documentTypeCode, chosen: body }
        return write(db, request, reply, {
          work: (tx) => setCheckPolicy(tx, request.scope, policy, versionCheck(request)),
          headers: tag,
        })
      },
    )
  }
