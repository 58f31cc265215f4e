import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdministrationScope } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  defaultLimits,
  FailureBudget,
  noteFault,
  originOf,
  parseJson,
  refuseByRate,
  type HttpApp,
  type Rate,
} from '../../platform/http/index.ts'
import {
  AppError,
  createAddressMatcher,
  networkOf,
  problemSentence,
  type Clock,
  type ProblemCode,
  wholeAccount,
  type AccountScope,
} from '../../platform/kernel/index.ts'
import type { SharedLimits } from '../../platform/limits/index.ts'
import type { NoteRefusal } from '../accounts/index.ts'
import { findTokenHolder } from './provisioning-tokens.ts'
import { ScimError, type ScimType } from './protocol/scim-error.ts'

export interface ScimDeps {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: string
  /** Forgets what this process remembers of people. */
  readonly forgetPeople: (userIds: readonly number[]) => void
  readonly noteRefusal: NoteRefusal
  /** Wrong tokens of one address, before any more of them are looked up. */
  readonly badTokens: Rate
  readonly limits: SharedLimits
  /** What one directory may send; a test is content with less. */
  readonly pace?: typeof perDirectory
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The directory that asks; only behind the door of SCIM. */
    directory: DirectoryScope | null
  }
}

export const scimMediaType = 'application/scim+json'
// Of one directory: what the largest send while they begin.
const perDirectory = { perSecond: 50, burst: 300 }
// A group of twenty thousand people is sent in one piece.
const jsonLimits = { jsonDepth: 12, jsonItems: 20_000 }
const bearer = /^Bearer +(vgd_[A-Za-z0-9_-]{43}) *$/i

/** Every route registered after it is for a directory with a token of its own, and speaks SCIM. */
export function openScimDoor(app: HttpApp, deps: ScimDeps): void {
  const badTokens = new FailureBudget(deps.limits.buckets('bad provisioning tokens', deps.badTokens))
  const pace = deps.limits.buckets('directory', deps.pace ?? perDirectory)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [scimMediaType, 'application/json'],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body, { ...defaultLimits, ...jsonLimits }),
  )
  app.decorateRequest('directory', null)
  app.setErrorHandler((error, request, reply) => answerScimError(error, request, reply))
  // Unknown paths and verbs are refused before they get here; having a handler makes this door tell them.
  app.setNotFoundHandler((request, reply) => answerScimError(new AppError('ROUTE_NOT_FOUND'), request, reply))
  app.addHook('onRequest', async (request) => {
    const find = () => admitDirectory(request, deps)
    const scope = await badTokens.attempt(networkOf(request.ip), find, isTokenFault)
    const { allowed, seconds } = await pace.take(String(scope.accountId))
    if (!allowed) throw refuseByRate(seconds)
    request.directory = scope
  })
}

const isTokenFault = (error: unknown) => error instanceof AppError && error.status === 401

/** A directory names people, not companies: units do not limit it. */
type DirectoryScope = AdministrationScope & AccountScope

/** Token, then from where: the list of the account holds for its directory too. */
async function admitDirectory(request: FastifyRequest, deps: ScimDeps): Promise<DirectoryScope> {
  const header = request.headers.authorization
  if (header === undefined) throw new AppError('AUTH_TOKEN_MISSING')
  const token = bearer.exec(header)?.[1]
  const holder = token === undefined ? null : await findTokenHolder(deps, token)
  if (!holder) throw new AppError('AUTH_TOKEN_INVALID')
  const { accountId, tokenId: id, name, allowedAddresses } = holder
  const origin = originOf(request)
  const { address } = origin
  if (allowedAddresses.length > 0 && !createAddressMatcher(allowedAddresses)(address)) {
    const principal = { kind: 'DIRECTORY', id, name, key: `directory:${id}` } as const
    await deps.noteRefusal({ accountId, origin, principal })
    throw new AppError('ADDRESS_NOT_ALLOWED', { address })
  }
  return { ...wholeAccount(accountId), actor: { type: 'DIRECTORY', id, name }, origin }
}

export function directoryOf({ directory }: FastifyRequest): DirectoryScope {
  if (directory === null) throw new Error('This route is not behind the door of SCIM.')
  return directory
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

const scimTypes: Partial<Record<ProblemCode, ScimType>> = {
  JSON_MALFORMED: 'invalidSyntax',
  BODY_REQUIRED: 'invalidSyntax',
  VALIDATION_FAILED: 'invalidValue',
  LAST_ADMIN: 'mutability',
}

/** Refusals of RFC 7644, section 3.12. */
function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told =
    error instanceof ScimError ? { ...describeScim(error), headers: {} } : describeFault(error, request)
  const { status, scimType, detail, headers } = told
  const body = { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail }
  void reply.code(status).headers(headers).type(scimMediaType).send(JSON.stringify(body))
}

const describeScim = ({ status, scimType, message }: ScimError) => ({ status, scimType, detail: message })

function describeFault(error: unknown, request: FastifyRequest) {
  const { problem, headers } = noteFault(error, request)
  const { code, params } = problem
  const detail = problemSentence(code, request.language, params)
  const scimType = scimTypes[code] ?? null
  if (code === 'LAST_ADMIN') {
    const reason = 'This would leave the account without an active administrator. Appoint another one first.'
    return { status: 409, scimType, detail: reason, headers }
  }
  // Directories try again after a 503, and take a 409 for a person who is there already.
  if (code === 'WRITE_CONFLICT') return { status: 503, scimType, detail, headers }
  return { status: problem.status, scimType, detail, headers }
}

/** Sends a resource or a list of them. */
export function sendScim(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(scimMediaType).send(JSON.stringify(body))
}

const tagPattern = /^(?:W\/)?"(\d{1,9})"$/

/** For a use case, which learns the version only when it holds the row. */
export function versionGuard(request: FastifyRequest): (version: number) => void {
  const header = request.headers['if-match']
  return (version) => {
    if (header === undefined || header.trim() === '*') return
    const known = header.split(',').map((tag) => Number(tagPattern.exec(tag.trim())?.[1] ?? Number.NaN))
    if (!known.includes(version))
      throw new ScimError(412, null, 'The resource has changed since it was read. Read it again.')
  }
}

/** Whether the caller has this version already. */
export function hasVersion(request: FastifyRequest, version: number): boolean {
  const header = request.headers['if-none-match']
  return (
    header !== undefined &&
    header.split(',').some((tag) => tagPattern.exec(tag.trim())?.[1] === String(version))
  )
}
