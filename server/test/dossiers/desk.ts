import type { LightMyRequestResponse } from 'fastify'
import { openDetails } from '../../src/platform/journal/index.ts'
import type { TestApp } from '../harness/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

export interface Told {
  readonly name: string
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly data: Record<string, unknown>
}

export interface Desk {
  readonly accountId: number
  readonly base: string
  readonly token: string
  readonly thirdpartyId: number
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  open(body: object): Promise<LightMyRequestResponse>
  /** The events since the last time it was asked, in the order of the journal. */
  told(): Promise<Told[]>
  /** Their names alone. */
  names(): Promise<string[]>
}

/** An account of its own with one third party, and somebody who may do everything. */
export async function desk(t: TestApp, kind: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION'): Promise<Desk> {
  const office = await t.given.office(kind)
  const { base, token, accountId } = office
  const { thirdpartyId } = await t.given.thirdParty(office)
  let seen = 0
  const told = async (): Promise<Told[]> => {
    const { rows } = await t.admin.query<Omit<Told, 'data'> & { seq: string; payload: Buffer }>(
      `select e.seq, t.name, e.dossier_id::int as "dossierId", e.document_id::int as "documentId",
         d.payload
       from event e join event_type t on t.code = e.event_type join event_detail d using (account_id, seq)
       where e.account_id = $1 and e.seq > $2 order by e.seq`,
      [accountId, seen],
    )
    seen = Number(rows.at(-1)?.seq ?? seen)
    const payloads = rows.map(({ payload }) => payload)
    const words = await t.db.read(wholeAccount(accountId), (tx) => openDetails(tx, { accountId }, payloads))
    return rows.map(({ name, dossierId, documentId }, index) => ({
      name,
      dossierId,
      documentId,
      data: words[index]?.data ?? {},
    }))
  }
  await told()
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    t.call('POST', `${base}${path}`, { token, body, headers })
  return {
    accountId,
    base,
    token,
    thirdpartyId,
    told,
    post,
    names: async () => (await told()).map(({ name }) => name),
    get: (path, headers = {}) => t.call('GET', `${base}${path}`, { token, headers }),
    patch: (path, body, headers = {}) => t.call('PATCH', `${base}${path}`, { token, body, headers }),
    open: (body) => post(`/thirdparties/${thirdpartyId}/dossiers`, body),
  }
}

export function problemOf(answer: LightMyRequestResponse): [status: number, code: string] {
  return [answer.statusCode, answer.json<{ code: string }>().code]
}
