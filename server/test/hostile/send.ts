import { Agent, request } from 'node:http'
import { catalogue } from '../../src/platform/kernel/index.ts'
import type { HostileRequest } from './mutations.ts'

export interface Answer {
  /** Of the request, where it is known. */
  readonly method?: string
  readonly status: number
  readonly type: string
  readonly body: string
  readonly ms: number
}

/** Over a true connection: what Node's own parser does is part of what is tested. */
export function sender(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const { hostname, port } = new URL(origin)
  return {
    close: () => agent.destroy(),
    send: (hostile: HostileRequest, from: string | null): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const { method, url: path, payload } = hostile
        const headers = {
          ...hostile.headers,
          ...(from === null ? {} : { 'x-forwarded-for': from }),
          ...(payload === null ? {} : { 'content-length': payload.length }),
        }
        const sent = request({ hostname, port, agent, method, path, headers }, (response) => {
          const chunks: Buffer[] = []
          // Refusals are short; keeping megabytes of the rest would only tell of this process' own memory.
          response.on('data', (chunk: Buffer) => {
            if (response.statusCode === undefined || response.statusCode >= 400) chunks.push(chunk)
          })
          response.on('error', reject)
          response.on('end', () => {
            const type = response.headers['content-type'] ?? ''
            const ms = performance.now() - started
            const body = Buffer.concat(chunks).toString()
            resolve({ method, status: response.statusCode ?? 0, type, body, ms })
          })
        })
        sent.on('error', reject)
        sent.end(payload ?? undefined)
      }),
  }
}

const insides =
  /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|\/src\/|SELECT |insert into |violates|syntax error at/i

/** What is wrong with an answer to a bad request, or null. */
export function faultOf(answer: Answer, path: string): string | null {
  if (answer.status < 200 || answer.status >= 500)
    return `status ${answer.status} ${answer.body.slice(0, 200)}`
  if (answer.status < 400) return null
  if (insides.test(answer.body)) return `shows its insides: ${answer.body.slice(0, 200)}`
  // RFC 6749 5.2 has a form of its own for the token addresses.
  if (path.startsWith('/oauth2/') && answer.type.startsWith('application/json')) {
    return /^\{"error":"\w+","error_description":"[^"]+"\}$/.test(answer.body)
      ? null
      : `not OAuth: ${answer.body}`
  }
  // RFC 7644 3.12 has another for directories.
  if (path.startsWith('/scim/v2/') && answer.type.startsWith('application/scim+json')) {
    const { schemas, status } = JSON.parse(answer.body) as { schemas: string[]; status: string }
    const isError = schemas.join() === 'urn:ietf:params:scim:api:messages:2.0:Error'
    return isError && status === String(answer.status) ? null : `not SCIM: ${answer.body}`
  }
  // An answer to HEAD says its kind, and has no body to name a code.
  if (answer.body === '' && answer.method === 'HEAD') return null
  if (!answer.type.startsWith('application/problem+json')) return `${answer.status} as ${answer.type}`
  const code = codeOf(answer)
  if (!Object.hasOwn(catalogue, code)) return `unregistered code ${code}`
  const { status } = catalogue[code as keyof typeof catalogue]
  return status === answer.status ? null : `${code} with the status ${answer.status}`
}

export function codeOf(answer: Answer): string {
  if (answer.body === '' || !answer.type.startsWith('application/problem+json')) return String(answer.status)
  return (JSON.parse(answer.body) as { code: string }).code
}
