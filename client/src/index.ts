import createClient from 'openapi-fetch'
import { apiOver, sender, type Api } from './api.ts'
import { clientSession, tokenRequest, type ClientCredentials } from './client-credentials.ts'
import type { AccountPaths } from './operations.ts'
import { defaultRetries, type Fetch, type RetryPolicy } from './retrying.ts'
import type { paths } from './schema.gen.ts'
import { sessionFetch, type Session } from './session.ts'

export type { Api, Download } from './api.ts'
export type { ClientCredentials } from './client-credentials.ts'
export type { AccountPaths, Answer, Body, CallOptions, Query, Row } from './operations.ts'
export { pages, type Page, type PagePosition } from './pages.ts'
export { VigieProblem, type FieldFault } from './problem.ts'
export type { Fetch, RetryPolicy } from './retrying.ts'
export type { components, operations, paths } from './schema.gen.ts'
export { newIdempotencyKey, type Session } from './session.ts'

export interface ServiceOptions {
  /** Where the service is; empty in a page that the service itself delivered. */
  readonly baseUrl: string
  /** Instead of the global `fetch`: for proxies, tracing, tests. */
  readonly fetch?: Fetch
  readonly retries?: Partial<RetryPolicy>
}

/** Calls are made by an API client, or in a session of the caller's own. */
export type VigieOptions = ServiceOptions & (ClientCredentials | { readonly session: Session })

export interface Vigie extends Api<paths> {
  /** The same for what belongs to one account: `vigie.account(42).get('/thirdparties')`. */
  account(accountId: number): Api<AccountPaths>
}

/**
 * The API, typed: a path, a parameter or a field that does not exist does not compile. Tokens are obtained and
 * renewed, POSTs may safely be repeated, and a refusal is thrown as `VigieProblem`.
 */
export function createVigie(options: VigieOptions): Vigie {
  const { fetch = (request) => globalThis.fetch(request), retries } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const policy = { ...defaultRetries, ...retries }
  const session =
    'session' in options ? options.session : clientSession(tokenRequest(baseUrl, options, fetch, policy))
  const client = createClient<paths>({
    baseUrl,
    // Members of an object are parameters of their own, as OpenAPI has it unless told otherwise. A parameter comes
    // once: the service reads several values from one text with commas, and refuses a parameter that is repeated.
    querySerializer: {
      array: { style: 'form', explode: false },
      object: { style: 'form', explode: true },
    },
    bodySerializer: (body: unknown) =>
      body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body),
  })
  const send = sender(client, fetch, (inner) => sessionFetch(inner, session, policy))
  return {
    ...apiOver<paths>(send),
    account: (accountId) =>
      apiOver<AccountPaths>((method, path, call) =>
        send(method, `/api/v1/account/{accountId}${path}`, { ...call, path: { ...call.path, accountId } }),
      ),
  }
}
