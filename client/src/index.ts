import { apiOver, sender, type Api } from './api.ts'
import { clientSession, tokenRequest, type ClientCredentials } from './client-credentials.ts'
import type { AccountPaths } from './operations.ts'
import { defaultRetries, type Fetch, type RetryPolicy } from './retrying.ts'
import type { paths } from './schema.gen.ts'
import { tokenSession, type Session, type TokenProvider } from './session.ts'
import { defaultTimeoutMs } from './timeouts.ts'
import { watcherOf, type Hooks } from './watcher.ts'

export type { Api, Download } from './api.ts'
export { streamForm, type ByteStream, type FormPart, type FormStream } from './body.ts'
export type { ClientCredentials } from './client-credentials.ts'
export { csvRows, csvText, parseCsv } from './csv.ts'
export {
  feed,
  feedPages,
  FeedRewound,
  type FeedOptions,
  type FeedPage,
  type FeedPosition,
  type FeedStore,
} from './feed.ts'
export type { AccountPaths, Answer, Body, CallOptions, Query, Row } from './operations.ts'
export { items, pages, type Listing, type Page, type PagePosition } from './pages.ts'
export { VigieProblem, type FieldFault, type ProblemCode } from './problem.ts'
export type { Fetch, RetryPolicy } from './retrying.ts'
export type * from './schema.gen.ts'
export { newIdempotencyKey, type Session, type TokenProvider } from './session.ts'
export { readTagged, type Tagged } from './tagged.ts'
export { VigieTimeout } from './timeouts.ts'
export { formatTime, parseTime } from './times.ts'
export { waitFor, type WaitOptions } from './wait-for.ts'
export type { Hooks, ReceivedResponse, SentRequest } from './watcher.ts'
export { verifyWebhook, WebhookRefusal, type VigieEvent, type WebhookMessage } from './webhook.ts'

export interface ServiceOptions extends Hooks {
  /** Where the service is; empty in a page that the service itself delivered. */
  readonly baseUrl: string
  /** Instead of the global `fetch`: for proxies, tracing, tests. */
  readonly fetch?: Fetch
  readonly retries?: Partial<RetryPolicy>
  /** How long an answer may take to begin, 30 s by default; 0 for no limit. Bodies then take the time they need. */
  readonly timeoutMs?: number
}

/** Calls are made by an API client, with a token that is provided, or in a session of the caller's own. */
export type VigieOptions = ServiceOptions &
  (ClientCredentials | { readonly token: TokenProvider } | { readonly session: Session })

/** The API within one account. */
export type VigieAccount = Api<AccountPaths>

export interface Vigie extends Api<paths> {
  /** The same for what belongs to one account: `vigie.account(42).get('/thirdparties')`. */
  account(accountId: number): VigieAccount
}

/**
 * The API, typed: a path, a parameter or a field that does not exist does not compile. Tokens are obtained and
 * renewed, POSTs may safely be repeated, and a refusal is thrown as `VigieProblem`.
 */
export function createVigie(options: VigieOptions): Vigie {
  const { fetch = (request) => globalThis.fetch(request), timeoutMs = defaultTimeoutMs } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const retries = { ...defaultRetries, ...options.retries }
  const wire = { fetch, retries, watcher: watcherOf(options) }
  const session = sessionOf(options, () =>
    clientSession(tokenRequest(baseUrl, options as ClientCredentials, wire, timeoutMs)),
  )
  const send = sender(baseUrl, { ...wire, session }, timeoutMs)
  return {
    ...apiOver<paths>(send),
    account: (accountId) =>
      apiOver<AccountPaths>((method, path, call) =>
        send(method, `/api/v1/account/{accountId}${path}`, { ...call, path: { ...call.path, accountId } }),
      ),
  }
}

function sessionOf(options: VigieOptions, ofClient: () => Session): Session {
  if ('session' in options) return options.session
  return 'token' in options ? tokenSession(options.token) : ofClient()
}
