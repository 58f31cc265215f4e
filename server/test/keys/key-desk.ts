import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'

type Method = Parameters<TestApp['call']>[0]

export interface Company {
  thirdpartyId: number
  code: string | null
  name: string | null
  source: string
  [field: string]: unknown
}

export interface KeyDesk {
  readonly t: TestApp
  readonly accountId: number
  readonly token: string
  readonly base: string
  ask(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  must<T>(method: Method, path: string, body?: unknown): Promise<T>
  /** Status and code of a refusal. */
  refusal(answer: Promise<LightMyRequestResponse> | LightMyRequestResponse): Promise<string>
  /** A company no register knows; each has another number. */
  company(code: string | null, name?: string): Promise<Company>
  /** The names and what they tell of everything that happened to it, the adding left out. */
  events(id: number): Promise<{ name: string; data: Record<string, unknown> }[]>
}

let numbers = 100_000_000

/** A DUNS number that nobody else has. */
export const freshDuns = () => String((numbers += 1))

export const unknownCompany = (name = 'Nowhere Ltd') => ({
  legalIdentifier: { code: 'CIT003', value: freshDuns() },
  unmanaged: { name, countryCode: 'GB' },
})

/** An office with the ways of these tests. */
export async function keyDesk(opened?: TestApp): Promise<KeyDesk> {
  const t = opened ?? (await testApp())
  const { accountId, base, token } = await t.given.office()
  const ask: KeyDesk['ask'] = (method, path, body, headers = {}) =>
    t.call(method, `${base}${path}`, { token, headers, ...(body !== undefined && { body }) })
  const must = async <T>(method: Method, path: string, body?: unknown): Promise<T> => {
    const answer = await ask(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<T>()
  }
  return {
    t,
    accountId,
    token,
    base,
    ask,
    must,
    refusal: async (answer) => {
      const refused = await answer
      return `${refused.statusCode} ${refused.json<{ code?: string }>().code ?? ''}`
    },
    company: (code, name) =>
      must('POST', '/thirdparties', { ...unknownCompany(name), ...(code !== null && { code }) }),
    events: async (id) => {
      const { rows } = await t.admin.query<{ name: string; detail: string }>(
        `select t.name, convert_from(d.payload, 'utf8') as detail from event e
         join event_type t on t.code = e.event_type join event_detail d using (account_id, seq)
         where e.account_id = $1 and e.resource_id = $2 order by e.seq offset 1`,
        [accountId, id],
      )
      return rows.map(({ name, detail }) => ({
        name,
        data: (JSON.parse(detail) as { data: Record<string, unknown> }).data,
      }))
    },
  }
}
