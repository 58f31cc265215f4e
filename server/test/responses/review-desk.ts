import type { LightMyRequestResponse } from 'fastify'
import { desk, type Desk } from '../dossiers/desk.ts'
import type { TestApp } from '../harness/index.ts'
import { givenAnswer } from './given-answer.ts'

export interface ReviewDesk extends Desk {
  readonly dossierId: number
  /** What the dossier asks for, by code. */
  readonly documents: Record<string, number>
  /** An answer, by default one under review. */
  answer(code: string, more?: Partial<Parameters<typeof givenAnswer>[1]>): Promise<number>
  state(responseId: number): Promise<Record<string, unknown>>
}

/** A desk with a dossier of onboarding; what an answer put there tells is read away. */
export async function reviewDesk(t: TestApp): Promise<ReviewDesk> {
  const d = await desk(t)
  const { accountId } = d
  const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
  return {
    ...d,
    dossierId,
    documents,
    answer: async (code, more = {}) => {
      const responseId = await givenAnswer(t, { accountId, documentId: documents[code] ?? 0, ...more })
      await d.told()
      return responseId
    },
    state: async (responseId) => {
      const { rows } = await t.admin.query<Record<string, unknown>>(
        'select state, fraud, reason_shared, expiration_date::text from response where response_id = $1',
        [responseId],
      )
      return rows[0] ?? {}
    },
  }
}

export function approve(d: Desk, id: number, body?: object): Promise<LightMyRequestResponse> {
  return d.post(`/responses/${id}/approve`, body)
}

export function reject(d: Desk, id: number, body?: unknown): Promise<LightMyRequestResponse> {
  return d.post(`/responses/${id}/reject`, body)
}

interface Mail {
  readonly mailId: number
  readonly recipient: string
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Every mail of the account, as the mailbox shows it. */
export async function mailsOf(d: Desk): Promise<Mail[]> {
  const { content } = (await d.get('/mailbox/mails')).json<{ content: Mail[] }>()
  return Promise.all(
    content.map(async ({ mailId }) => (await d.get(`/mailbox/mails/${mailId}`)).json<Mail>()),
  )
}
