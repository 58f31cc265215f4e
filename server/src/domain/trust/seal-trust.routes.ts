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
import { newestTrust, staleFrom, type TrustVersion } from './trust-lists.queries.ts'

const tags = ['Review']

const List = namedObject('TrustedList', {
  country: Type.String({ description: 'Two letters; EU is the list of the lists.', examples: ['FR'] }),
  sequence: Type.Integer({ description: 'The number that the list gives itself.' }),
  issuedAt: dateTimeSchema,
  nextUpdate: nullable(dateTimeSchema),
  services: Type.Integer({ description: 'How many services it names.' }),
})
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
const Trust = namedObject('SealTrust', {
  version: nullable(
    Type.Integer({ description: 'Of the trusted lists; null where the operator imported none.' }),
  ),
  importedAt: nullable(dateTimeSchema),
  staleFrom: nullable(dateTimeSchema),
  lists: Type.Array(List),
  roots: Type.Array(Root),
})

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
      db.read(scope, async (tx) => viewTrust(await newestTrust(tx), await sealRoots(tx, scope))),
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

const timeOf = (iso: string | null) => (iso === null ? null : formatDateTime(new Date(iso)))

function viewTrust(trust: TrustVersion | null, roots: readonly SealRoot[]) {
  const lists = trust?.lists ?? []
  return {
    version: trust?.version ?? null,
    importedAt: trust ? formatDateTime(trust.importedAt) : null,
    staleFrom: timeOf(staleFrom(lists)),
    lists: lists.map(({ country, sequence, issuedAt, nextUpdate, services }) => ({
      country,
      sequence,
      issuedAt: formatDateTime(new Date(issuedAt)),
      nextUpdate: timeOf(nextUpdate),
      services,
    })),
    roots: roots.map(viewRoot),
  }
}

function viewRoot({ notBefore, notAfter, addedAt, ...root }: SealRoot) {
  return {
    ...root,
    notBefore: formatDateTime(notBefore),
    notAfter: formatDateTime(notAfter),
    addedAt: formatDateTime(addedAt),
  }
}
