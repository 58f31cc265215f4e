import { addressOf } from './address.ts'
import type {
  AnswerOf,
  Call,
  CallOptions,
  ListPaths,
  Method,
  OperationAt,
  PathsWith,
  RowOf,
} from './operations.ts'
import { items, pages, type Listing } from './pages.ts'
import { sendInSession, type Transport } from './session.ts'

/** Of a call that needs nothing, `call` may be left out. */
type Arguments<Given> = {} extends Given ? [call?: Given] : [call: Given]
type CallAt<Paths, M extends Method, Path extends keyof Paths> = Arguments<Call<OperationAt<Paths, M, Path>>>

type Ask<Paths, M extends Method> = <Path extends PathsWith<Paths, M>>(
  path: Path,
  ...call: CallAt<Paths, M, Path>
) => Promise<AnswerOf<OperationAt<Paths, M, Path>>>

export interface Download {
  /** As the service calls the file; null when it gives no name. */
  readonly fileName: string | null
  /** Its body has not been read yet. */
  readonly response: Response
}

/** The methods of the API: each resolves to what the service answered, and throws `VigieProblem` when it refused. */
export interface Api<Paths> {
  readonly get: Ask<Paths, 'get'>
  readonly post: Ask<Paths, 'post'>
  readonly put: Ask<Paths, 'put'>
  readonly patch: Ask<Paths, 'patch'>
  readonly delete: Ask<Paths, 'delete'>
  /** Every row of a list, page after page: `for await (const company of account.items('/thirdparties')) …` */
  readonly items: <Path extends ListPaths<Paths>>(
    path: Path,
    ...call: CallAt<Paths, 'get', Path>
  ) => AsyncGenerator<RowOf<AnswerOf<OperationAt<Paths, 'get', Path>>>, void, undefined>
  /** Every page of a list, as the service answered it. */
  readonly pages: <Path extends ListPaths<Paths>>(
    path: Path,
    ...call: CallAt<Paths, 'get', Path>
  ) => AsyncGenerator<AnswerOf<OperationAt<Paths, 'get', Path>>, void, undefined>
  /** For what is not JSON: a file, an archive, an export. Nothing of it is read yet. */
  readonly download: <Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...call: CallAt<Paths, 'get', Path>
  ) => Promise<Download>
}

export interface LooseCall extends CallOptions {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

export type Send = (method: Method, path: string, call: LooseCall) => Promise<Response>

/** From one call to its answer, whose body is left unread. */
export function sender(baseUrl: string, transport: Transport, timeoutMs: number): Send {
  return async (method, path, call) => {
    const { idempotencyKey, ifMatch = null } = call
    const headers = new Headers(call.headers)
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    if (ifMatch !== null) headers.set('if-match', ifMatch)
    const response = await sendInSession(
      { ...transport, fetch: call.fetch ?? transport.fetch },
      {
        method: method.toUpperCase(),
        path,
        url: addressOf(baseUrl, path, call.path, call.query),
        headers: Object.fromEntries(headers),
        body: call.body,
        signal: call.signal,
        timeoutMs: call.timeoutMs ?? timeoutMs,
      },
    )
    call.onHeaders?.(response.headers)
    return response
  }
}

export function apiOver<Paths>(send: Send): Api<Paths> {
  const ask =
    (method: Method) =>
    async (path: string, call: LooseCall = {}) =>
      readAnswer(await send(method, path, call))
  const get = ask('get')
  const list = (path: string, call: LooseCall) => (at: object) =>
    get(path, { ...call, query: { ...call.query, ...at } }) as Promise<Listing<unknown>>
  return {
    get,
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
    items: (path: string, call: LooseCall = {}) => items(list(path, call)),
    pages: (path: string, call: LooseCall = {}) => pages(list(path, call)),
    async download(path: string, call: LooseCall = {}): Promise<Download> {
      const response = await send('get', path, call)
      return { fileName: fileNameIn(response.headers), response }
    },
  } as unknown as Api<Paths>
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined
  if (/\bjson\b/.test(type)) return response.json()
  return type.startsWith('text/') ? response.text() : response.blob()
}

const dispositionName = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i

function fileNameIn(headers: Headers): string | null {
  const found = dispositionName.exec(headers.get('content-disposition') ?? '')
  return found?.[1] === undefined ? (found?.[2] ?? null) : decodeURIComponent(found[1])
}
