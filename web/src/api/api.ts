import { call, type Call } from './http.ts'
import type { AccountPath, AnswerAt, BodyAt, Params, QueryAt } from './wire.ts'

interface ReadOptions<Query> {
  readonly query?: Query
  readonly signal?: AbortSignal
}

interface WriteOptions<Body, Query> {
  readonly body?: Body
  readonly query?: Query
  /** The same key for each attempt of one wish: the server grants it once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** The address of a resource of an account; names in braces are filled from `params`. */
export function accountUrl(path: string, params: Readonly<Record<string, string | number>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return `/api/v1/account/${params['accountId']}${filled}`
}

const write =
  <M extends 'post' | 'put' | 'patch' | 'delete'>(method: M) =>
  <P extends AccountPath<M>>(
    path: P,
    params: Params<P>,
    options: WriteOptions<BodyAt<M, P>, QueryAt<M, P>> = {},
  ): Promise<AnswerAt<M, P>> =>
    call(accountUrl(path, params), {
      ...(options as Call),
      method: method.toUpperCase() as Exclude<Call['method'], undefined>,
    })

/** The API of an account, typed by its OpenAPI description. */
export const api = {
  get: <P extends AccountPath<'get'>>(
    path: P,
    params: Params<P>,
    options: ReadOptions<QueryAt<'get', P>> = {},
  ): Promise<AnswerAt<'get', P>> => call(accountUrl(path, params), options as Call),
  post: write('post'),
  put: write('put'),
  patch: write('patch'),
  delete: write('delete'),
}
