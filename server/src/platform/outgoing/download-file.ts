import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openGuarded, withinTime, type GuardedFetchOptions } from './guarded-fetch.ts'

/** What a publisher gave with a file, to ask whether it has another by now. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface DownloadOptions extends GuardedFetchOptions {
  readonly userAgent: string
  /** The file is fetched only if it is no longer this one. */
  readonly known: Validators | null
  readonly signal: AbortSignal
}

export type Downloaded =
  | { readonly state: 'UNCHANGED' }
  | { readonly state: 'FETCHED'; readonly validators: Validators }

/** What is wrong with the answer, in a sentence that names no address. */
export class DownloadRefused extends Error {
  override name = 'DownloadRefused'
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/** Brings a large file to `path`, never into memory. Redirects are followed, each held to the same rules of addresses. */
export async function downloadFile(
  address: string,
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const signal = withinTime(options.timeoutMs, options.signal)
  const headers = requestHeaders(options)
  let from = address
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answer = await openGuarded(options, from, { headers, signal })
    const status = answer.statusCode ?? 502
    if (status === 200) {
      await pipeline(answer, decoderOf(answer), boundedBy(options.maxBytes), createWriteStream(path))
      return { state: 'FETCHED', validators: validatorsOf(answer) }
    }
    // Its body is of no interest, and the connection is nobody else's.
    answer.destroy()
    if (status === 304 && options.known !== null) return { state: 'UNCHANGED' }
    const { location } = answer.headers
    if (!redirects.has(status) || location === undefined)
      throw new DownloadRefused(`The publisher answered with the status ${status}.`)
    if (!URL.canParse(location, from)) throw new DownloadRefused('The publisher sends us on to no address.')
    from = new URL(location, from).href
  }
  throw new DownloadRefused('The publisher sends us on and on.')
}

function requestHeaders({ userAgent, known }: DownloadOptions): Record<string, string> {
  return {
    'user-agent': userAgent,
    'accept-encoding': 'gzip',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  }
}

function validatorsOf({ headers }: IncomingMessage): Validators {
  return { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
}

function decoderOf({ headers }: IncomingMessage) {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'gzip') return createGunzip()
  if (coding === 'identity') return new PassThrough()
  throw new DownloadRefused('The file is packed in a way nobody asked for.')
}

const boundedBy = (maxBytes: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw new DownloadRefused('The file is larger than a list may be.')
      yield chunk
    }
  }
