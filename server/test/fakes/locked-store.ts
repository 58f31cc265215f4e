import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Version {
  readonly key: string
  readonly versionId: string
  readonly body: string
  readonly lock: { mode: string; until: string } | null
  readonly at: Date
  readonly isMark: boolean
}

export interface PutRequest {
  readonly key: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface LockedStore {
  readonly url: string
  readonly puts: PutRequest[]
  readonly versions: Version[]
  /** `lockless`: takes the headers of a lock and forgets them. */
  behave(mood: 'ok' | 'down' | 'denied' | 'lockless'): void
  /** What anybody with the right to write can do to a locked object: put something on top of it. */
  cover(key: string, body: string | null): void
  close(): Promise<void>
}

export const lockedBucket = 'evidence'

/** A bucket with versions and locks, as far as S3's wire shows them. */
export async function startLockedStore(): Promise<LockedStore> {
  const puts: PutRequest[] = []
  const versions: Version[] = []
  let mood: 'ok' | 'down' | 'denied' | 'lockless' = 'ok'
  const add = (key: string, body: string | null, lock: Version['lock']) => {
    const versionId = `v${versions.length + 1}`
    versions.unshift({ key, versionId, body: body ?? '', lock, at: new Date(), isMark: body === null })
    return versionId
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (mood === 'down') return response.destroy()
      const url = new URL(request.url ?? '/', 'http://store')
      const key = decodeURIComponent(url.pathname.slice(lockedBucket.length + 2))
      const fault = mood === 'denied' ? 'AccessDenied' : signatureFault(request)
      if (fault !== null) return fail(response, 403, fault)
      if (request.method === 'PUT') {
        const body = Buffer.concat(chunks).toString()
        return take(response, { key, headers: request.headers, body })
      }
      if (url.searchParams.has('versions')) {
        return list(response, versions, url.searchParams)
      }
      const wanted = url.searchParams.get('versionId')
      const found = versions.find((one) => one.key === key && (wanted === null || one.versionId === wanted))
      if (!found || found.isMark) return fail(response, 404, 'NoSuchKey')
      const lock = found.lock && {
        'x-amz-object-lock-mode': found.lock.mode,
        'x-amz-object-lock-retain-until-date': found.lock.until,
      }
      return response.writeHead(200, { 'x-amz-version-id': found.versionId, ...lock }).end(found.body)
    })
  })
  const take = (response: ServerResponse, put: PutRequest) => {
    const { key, headers, body } = put
    puts.push(put)
    const mode = headers['x-amz-object-lock-mode']
    const until = headers['x-amz-object-lock-retain-until-date']
    const sums = [
      [headers['content-md5'], 'md5'],
      [headers['x-amz-checksum-sha256'], 'sha256'],
    ] as const
    for (const [given, name] of sums) {
      if (given !== createHash(name).update(body).digest('base64')) return fail(response, 400, 'BadDigest')
    }
    if (headers['if-none-match'] === '*' && versions.some((one) => one.key === key && !one.isMark)) {
      return fail(response, 412, 'PreconditionFailed')
    }
    const lock = mode === undefined ? null : { mode: String(mode), until: String(until) }
    const versionId = add(key, body, mood === 'lockless' ? null : lock)
    return response.writeHead(200, { 'x-amz-version-id': versionId, etag: '"x"' }).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    puts,
    versions,
    behave: (next) => {
      mood = next
    },
    cover: (key, body) => void add(key, body, null),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The shape of version 4, with the headers that matter among the signed ones. */
function signatureFault({ method, headers }: IncomingMessage): string | null {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-west-3\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/
  const signed = shape.exec(headers.authorization ?? '')?.[1]?.split(';')
  if (!signed) return 'SignatureDoesNotMatch'
  const needed =
    method === 'PUT' ? ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date', 'content-md5'] : []
  return needed.every((name) => signed.includes(name)) ? null : 'SignatureDoesNotMatch'
}

function fail(response: ServerResponse, status: number, code: string) {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

const pageSize = 2

function list(response: ServerResponse, versions: readonly Version[], query: URLSearchParams) {
  const prefix = query.get('prefix') ?? ''
  const all = versions
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  const marker = query.get('version-id-marker')
  const start = marker === null ? 0 : all.findIndex(({ versionId }) => versionId === marker) + 1
  const page = all.slice(start, start + pageSize)
  const last = page.at(-1)
  const isTruncated = start + pageSize < all.length
  const entries = page.map(({ key, versionId, at, isMark }) => {
    const name = isMark ? 'DeleteMarker' : 'Version'
    return `<${name}><Key>${key}</Key><VersionId>${versionId}</VersionId><LastModified>${at.toISOString()}</LastModified></${name}>`
  })
  const next = isTruncated
    ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.versionId}</NextVersionIdMarker>`
    : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListVersionsResult>`,
    )
}
