import type { LightMyRequestResponse } from 'fastify'
import { handWorker, type HandWorker } from '../jobs/hand-worker.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { UnitDesk, type Office } from '../units/unit-desk.ts'

export interface Shown {
  readonly state: string
  readonly validUntil: string | null
  readonly toReview: { readonly cause: string; readonly since: string } | null
}

export interface Change {
  readonly number: number
  readonly kind: string
  readonly state: string
  readonly reason: string | null
  readonly scope: string | null
  readonly validUntil: string | null
  readonly conditions: readonly {
    readonly text: string
    readonly dueOn: string | null
    readonly taskId: number
    readonly taskState: string
  }[]
  readonly cause: string | null
  readonly by: { readonly type: string; readonly id: number | null; readonly name: string | null }
}

export interface Known extends Shown {
  readonly inForce: boolean
  readonly decision: Change | null
}

const off = {
  EXPIRY: 'OFF',
  DOSSIER_INVALID: 'OFF',
  COLLECTIVE_PROCEDURE: 'OFF',
  STRUCK_OFF: 'OFF',
  LIST_HIT: 'OFF',
  OVERDUE: 'OFF',
}

export const relationshipOf = (thirdpartyId: number) => `/thirdparties/${thirdpartyId}/relationship`

/** A sandbox whose jobs run when they are told to, and short words for what is decided about companies. */
export class RelationshipDesk extends UnitDesk {
  readonly worker: HandWorker

  constructor(t: TestApp, office: Office) {
    super(t, office)
    this.worker = handWorker(t)
  }

  work(): Promise<string[]> {
    return this.worker.workOff(this.office.accountId)
  }

  async today(): Promise<string> {
    return (await this.must<{ now: string }>('GET', '/clock')).now.slice(0, 10)
  }

  /** With the version that was last seen. */
  async decide(thirdpartyId: number, decision: object, token?: string) {
    const path = relationshipOf(thirdpartyId)
    const { headers } = await this.ask('GET', path, token === undefined ? {} : { token })
    return this.ask('PUT', path, {
      body: { reason: 'Looked at', ...decision },
      headers: { 'if-match': String(headers['etag']) },
      ...(token !== undefined && { token }),
    })
  }

  async decided(name: string, decision: object = { state: 'APPROVED' }): Promise<number> {
    const thirdpartyId = await this.company(name, [])
    const answer = await this.decide(thirdpartyId, decision)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return thirdpartyId
  }

  known(thirdpartyId: number): Promise<Known> {
    return this.must<Known>('GET', relationshipOf(thirdpartyId))
  }

  /** State and cause, in a few words. */
  async stands(thirdpartyId: number): Promise<string> {
    const { state, toReview } = await this.known(thirdpartyId)
    return toReview ? `${state} ${toReview.cause}` : state
  }

  async history(thirdpartyId: number): Promise<Change[]> {
    const path = `${relationshipOf(thirdpartyId)}/history?size=50`
    return (await this.must<{ content: Change[] }>('GET', path)).content
  }

  policy(chosen: Partial<typeof off>, more: object = {}) {
    return this.ask('PUT', '/relationship-policy', { body: { causes: { ...off, ...chosen }, ...more } })
  }

  /** The states of the tasks about a company, the oldest first. */
  async tasks(thirdpartyId: number): Promise<string[]> {
    const { rows } = await this.t.admin.query<{ told: string }>(
      `select coalesce(title_key, title) || ' ' || state as told from task where thirdparty_id = $1 order by task_id`,
      [thirdpartyId],
    )
    return rows.map(({ told }) => told)
  }
}

export async function relationshipDesk(): Promise<RelationshipDesk> {
  const t = await testApp()
  return new RelationshipDesk(t, await t.given.office('SANDBOX'))
}

/** The code of the problem that a call was answered with. */
export const codeOf = (answer: LightMyRequestResponse): string =>
  `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`
