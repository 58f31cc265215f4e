import { expect } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'
import { guestOf, type Guest } from './portal-desk.ts'

interface DraftReading {
  files: {
    fileId: number
    state: string
    progress: { page: number; pages: number } | null
    unreadablePages: number[]
    advice: string[]
  }[]
  effectiveDate: { value: string; page: number } | null
  fields: { key: string; value: string; page: number }[]
}

/** A supplier in front of the requests of a dossier, with what it may do to its drafts. */
export interface DraftDesk extends Omit<AnswersDesk, 'upload'> {
  guest: Guest
  company: { name: string; siren: string; siret: string }
  at(code: string): string
  upload(code: string, content: Buffer, name?: string): Promise<number>
  reading(code: string): Promise<DraftReading>
  /** Sends the draft; returns its id. */
  submit(code: string): Promise<number>
  draft(code: string): Promise<{ responseId: number; effectiveDate: string | null; form: unknown } | null>
}

export async function draftDesk(t: TestApp, typeCode = 'VIGILANCE'): Promise<DraftDesk> {
  const d = await answersDesk(t, { typeCode })
  const guest = await guestOf(t, d)
  const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<DraftDesk['company']>()
  const at = (code: string) => `/requests/${d.documents[code]}`
  const draft: DraftDesk['draft'] = async (code) =>
    (await guest.call('GET', at(code))).json<{ draft: Awaited<ReturnType<DraftDesk['draft']>> }>().draft
  return {
    ...d,
    guest,
    company,
    at,
    draft,
    submit: async (code) => {
      const responseId = (await draft(code))?.responseId ?? 0
      const sent = await guest.call('POST', `${at(code)}/draft/submit`)
      expect(sent.statusCode, sent.body).toBe(200)
      return responseId
    },
    upload: async (code, content, name = 'piece.pdf') => {
      const sent = await guest.files(`${at(code)}/draft/files`, [{ name, content }])
      expect(sent.statusCode, sent.body).toBe(201)
      return sent.json<{ files: { fileId: number }[] }>().files.at(-1)?.fileId ?? 0
    },
    reading: async (code) => {
      const answer = await guest.call('GET', `${at(code)}/draft/reading`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<DraftReading>()
    },
  }
}
