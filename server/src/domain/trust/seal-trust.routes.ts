import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  pathId,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { addSealRoot, removeSealRoot, sealRoots, type SealRoot } from './seal-roots.ts'
import { newestTrust } from './trust-lists.queries.ts'
import { trustedListsParts, viewTrustedLists } from './trusted-lists.view.ts'

const tags = ['Review']

const Root = namedObject('SealRoot', {
  rootId: Type.Integer(),
  subject: Type.String({ description: 'Whom the certificate names.' }),
  issuer: Type.String(),
  fingerprint: Type.String({ description: 'SHA-256 of the certificate, in hexadecimal.' }),
  isAuthority: Type.Boolean({
    description: 'Whether those whom it certified are trusted too. Otherwise this very signer alone is.',
  }),
  notBefore: dateTimeSchema,
  notAfter: dateTimeSchema,
  addedBy: Type.Object({ type: Type.String(), id: nullable(Type.Integer()) }),
  addedAt: dateTimeSchema,
})
const Trust = namedObject('SealTrust', { ...trustedListsParts, roots: Type.Array(Root) })

const schemas = {
  get: {
    operationId: 'getSealTrust',
    tags,
    summary: 'Whom the account trusts when seals are judged',
    description:
      'Trusted lists are the same for every account; the operator imports them. From `staleFrom` on, when the first of them must be replaced, signers they vouch for are UNKNOWN. Beside them an account trusts certificates of its own choice.',
    response: { 200: Trust },
  },
  add: {
    operationId: 'addSealRoot',
    tags,
    summary: 'Trust a certificate',
    description:
      'Seals of files that are checked from now on are trusted if a way leads from their signer to this certificate. Verdicts that were given stay as they are.',
    body: Type.Object({
      certificate: Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'One certificate in PEM, from its BEGIN to its END.',
      }),
    }),
    response: { 201: Root },
  },
  remove: {
    operationId: 'removeSealRoot',
    tags,
    summary: 'Stop trusting a certificate',
    description: 'Verdicts that were given stay as they are.',
    params: Type.Object({ rootId: pathId }),
    response: { 204: Type.Null({ description: 'Removed' }) },
  },
} as const

const administers = { right: 'administer', stepUp: true } as const

export const sealTrustRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/seal-trust', { config: { right: 'read' }, schema: schemas.get }, async ({ scope }) =>
      db.read(scope, async (tx) => ({
        ...viewTrustedLists(await newestTrust(tx)),
        roots: (await sealRoots(tx, scope)).map(viewRoot),
      })),
    )
    app.post('/seal-trust/roots', { config: administers, schema: schemas.add }, async (request, reply) =>
      write(db, request, reply, {
        status: 201,
        work: async (tx) => viewRoot(await addSealRoot(tx, request.scope, request.body.certificate)),
      }),
    )
    app.delete(
      '/seal-trust/roots/:rootId',
      { config: administers, schema: schemas.remove },
      async (request, reply) =>
        write(db, request, reply, {
          status: 204,
          work: async (tx) => {
            await removeSealRoot(tx, request.scope, request.params.rootId)
            return null
          },
        }),
    )
  }

function viewRoot({ notBefore, notAfter, addedAt, ...root }: SealRoot) {
  return {
    ...root,
    notBefore: formatDateTime(notBefore),
    notAfter: formatDateTime(notAfter),
    addedAt: formatDateTime(addedAt),
  }
}
