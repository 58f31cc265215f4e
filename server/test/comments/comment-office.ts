import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createUser } from '../../src/domain/accounts/index.ts'
import { eventsAfter, type EventView } from '../../src/platform/journal/index.ts'
import type { TestApp } from '../harness/index.ts'
import { reviewDesk, type ReviewDesk } from '../responses/review-desk.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

export interface Comment {
  readonly commentId: number
  readonly text: string
  readonly author: { readonly type: string; readonly id: number | null; readonly name: string | null }
  readonly mentions: readonly { readonly userId: number; readonly name: string | null }[]
}

export interface CommentOffice extends ReviewDesk {
  /** Where a comment can be written. */
  readonly paths: Record<'THIRD_PARTY' | 'DOSSIER' | 'DOCUMENT', string>
  /** Somebody who never signs in. */
  member(name: string, language?: 'en' | 'fr'): Promise<{ userId: number; email: string }>
  send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    token: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse>
  list(path: string): Promise<{ content: Comment[]; totalElements: number; next: string | null }>
  /** The events of comments since the last time it was asked, opened. */
  events(): Promise<EventView[]>
}

export async function commentOffice(t: TestApp): Promise<CommentOffice> {
  const d = await reviewDesk(t)
  const { accountId, thirdpartyId, dossierId } = d
  let seen = 0
  const events = async () => {
    const scope = { accountId }
    const page = await t.db.read(wholeAccount(scope.accountId), (tx) =>
      eventsAfter(tx, scope, { after: seen, types: null, limit: 500 }),
    )
    seen = page.reached
    return page.events.filter(({ eventName }) => eventName.includes('COMMENT'))
  }
  await events()
  return {
    ...d,
    events,
    paths: {
      THIRD_PARTY: `/thirdparties/${thirdpartyId}/comments`,
      DOSSIER: `/dossiers/${dossierId}/comments`,
      DOCUMENT: `/dossiers/${dossierId}/documents/${d.documents['NDA']}/comments`,
    },
    member: async (name, language = 'en') => {
      const email = `${name.replaceAll(' ', '.').toLowerCase()}.${accountId}@people.example`
      const command = { accountId, email, name, roles: ['READER' as const], language, passwordHash: null }
      return { email, ...(await t.db.system((tx) => createUser(tx, command))) }
    },
    send: (method, path, token, body) => t.call(method, `${d.base}${path}`, { token, body }),
    list: async (path) => (await d.get(path)).json(),
  }
}

export function made(answer: LightMyRequestResponse): Comment {
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Comment>()
}
