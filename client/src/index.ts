import createClient, { type Client } from 'openapi-fetch'
import { authorisedFetch } from './authorised-fetch.ts'
import { defaultRetries, type Fetch, type RetryPolicy } from './retrying.ts'
import type { paths } from './schema.gen.ts'
import { tokenSource, type Credentials } from './tokens.ts'

export { pages, type Page, type PagePosition } from './pages.ts'
export { VigieProblem, type FieldFault } from './problem.ts'
export type { RetryPolicy } from './retrying.ts'
export type { components, operations, paths } from './schema.gen.ts'

export interface VigieOptions extends Credentials {
  /** Instead of the global `fetch`: for proxies, tracing, tests. */
  readonly fetch?: Fetch
  readonly retries?: Partial<RetryPolicy>
}

export type Vigie = Client<paths>

/**
 * The API, typed: `vigie.GET('/api/v1/account/{accountId}/thirdparties', { params: … })`. Tokens are obtained
 * and renewed, POSTs may safely be repeated, and a refusal is thrown as `VigieProblem`.
 */
export function createVigie(options: VigieOptions): Vigie {
  const { fetch = (request) => globalThis.fetch(request), retries, ...credentials } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const policy = { ...defaultRetries, ...retries }
  const tokens = tokenSource({ ...credentials, baseUrl }, fetch, policy)
  return createClient<paths>({
    baseUrl,
    fetch: authorisedFetch(fetch, tokens, policy),
    // As OpenAPI has it unless told otherwise: members of an object are parameters of their own.
    querySerializer: { object: { style: 'form', explode: true } },
  })
}
