import type { Client } from 'openapi-fetch'
import type { AnswerOf, Call, CallOptions, Method, OperationAt, PathsWith } from './operations.ts'
import type { Fetch } from './retrying.ts'
import type { paths } from './schema.gen.ts'

/** Of a call that needs nothing, `call` may be left out. */
type Arguments<Given> = {} extends Given ? [call?: Given] : [call: Given]

type Ask<Paths, M extends Method> = <Path extends PathsWith<Paths, M>>(
  path: Path,
  ...call: Arguments<Call<OperationAt<Paths, M, Path>>>
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
  /** For what is not JSON: a file, an archive, an export. */
  readonly download: <Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...call: Arguments<Call<OperationAt<Paths, 'get', Path>>>
  ) => Promise<Download>
}

export interface LooseCall extends CallOptions {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

export type Send = (
  method: Method,
  path: string,
  call: LooseCall & { parseAs?: 'stream' },
) => Promise<{ data?: unknown; response: Response }>

/** From one call to one request; `wrap` puts the session around whatever sends it. */
export function sender(client: Client<paths>, fetch: Fetch, wrap: (fetch: Fetch) => Fetch): Send {
  const request = client.request as unknown as (
    method: Method,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; response: Response }>
  return (method, path, { path: values, query, idempotencyKey, headers, body, ...rest }) =>
    request(method, path, {
      ...rest,
      body,
      params: { path: values, query },
      headers: {
        ...(body instanceof Blob && { 'content-type': body.type || null }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      fetch: wrap(rest.fetch ?? fetch),
    })
}

export function apiOver<Paths>(send: Send): Api<Paths> {
  const ask =
    (method: Method) =>
    async (path: string, call: LooseCall = {}) =>
      (await send(method, path, call)).data
  const download = async (path: string, call: LooseCall = {}): Promise<Download> => {
    const { response } = await send('get', path, { ...call, parseAs: 'stream' })
    return { fileName: fileNameIn(response.headers), response }
  }
  return {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
    download,
  } as Api<Paths>
}

const dispositionName = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i

function fileNameIn(headers: Headers): string | null {
  const found = dispositionName.exec(headers.get('content-disposition') ?? '')
  return found?.[1] === undefined ? (found?.[2] ?? null) : decodeURIComponent(found[1])
}
