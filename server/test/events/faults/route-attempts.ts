import type { LightMyRequestResponse } from 'fastify'
import { ownPath } from '../../access/own-path.ts'
import { accountLines, type AccountLine } from '../../access/route-lines.ts'
import type { Home } from '../../access/world.ts'
import type { TestApp } from '../../harness/index.ts'
import type { Attempt } from './attempt.ts'

const prefix = '/api/v1/account/:accountId'

/** What only reads tells nobody, unless it is read as evidence. */
const mayTell = ({ route, right }: AccountLine) => !route.startsWith('GET ') || right === 'audit'

/** Each route of an account that may change it, with the sample of the access matrix and things nothing was done to yet. */
export async function lineAttempts(t: TestApp, world: Home): Promise<Attempt[]> {
  const operations = new Map(
    t.app.plannedRoutes.map(({ method, plan }) => [`${method} ${plan.pattern}`, plan.key]),
  )
  const { accountId, base, token } = world.home
  const attempts: Attempt[] = []
  for (const line of accountLines.filter(mayTell)) {
    const [method = '', pattern = ''] = line.route.split(' ')
    const url = `${base}${await ownPath(world, line)}${line.query === undefined ? '' : `?${line.query}`}`
    const body = line.body?.()
    const request = { method, url, token, body, contentType: line.contentType }
    const name = operations.get(`${method} ${prefix}${pattern}`) ?? line.route
    attempts.push({ name, accountId, make: () => answered(t, request) })
  }
  return attempts
}

export interface Sent {
  readonly method: string
  readonly url: string
  readonly token?: string
  readonly body?: unknown
  readonly contentType?: string | undefined
  readonly headers?: Record<string, string>
}

/** What a request was answered: its status, and the code of the problem if there was one. */
export async function answered(t: TestApp, sent: Sent): Promise<string> {
  const answer: LightMyRequestResponse = await t.app.inject({
    method: sent.method as 'POST',
    url: sent.url,
    headers: {
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...(sent.contentType === undefined ? {} : { 'content-type': sent.contentType }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { payload: sent.body as object }),
  })
  if (answer.statusCode < 400) return 'done'
  return `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}
