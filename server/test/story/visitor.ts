import type { ReceivedMail } from '../fakes/smtp.ts'
import { call, request } from './world.ts'

export interface Asked {
  readonly documentId: number
  readonly name: string
  readonly status: string
  readonly action: string
  readonly late: boolean
  readonly rejection: { readonly reason: string | null } | null
}

export interface AskedDossiers {
  readonly progress: Record<string, number>
  readonly dossiers: readonly { readonly dossierId: number; readonly requests: readonly Asked[] }[]
}

/** Somebody of the supplier, in the portal. */
export interface Visitor {
  /** Below the portal's API. */
  readonly visit: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
  readonly asked: () => Promise<AskedDossiers>
  readonly sendFile: (documentId: number, file: Buffer, effectiveDate: string) => Promise<void>
}

// What our own pages send, and no other page can.
const ownPage = { 'x-vigie-client': 'web' }

/** Follows the link of a mail, as the portal's page does. */
export async function follow(origin: string, { email }: ReceivedMail): Promise<Visitor> {
  const link = linkIn(email.text ?? '')
  if (!email.html?.includes(link)) throw new Error('The two sides of the mail lead to different places.')
  const entered = await request(`${origin}/portal/api/session`, 'POST', { headers: ownPage, body: { link } })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const visit: Visitor['visit'] = (method, path, body) =>
    call(`${origin}/portal/api${path}`, method, { body, headers: { cookie, ...ownPage } })
  return {
    visit,
    asked: () => visit('GET', '/requests'),
    sendFile: async (documentId, file, effectiveDate) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'extrait.png')
      const draft = `/requests/${documentId}/draft`
      await visit('POST', `${draft}/files`, form)
      await visit('PUT', draft, { effectiveDate })
      await visit('POST', `${draft}/submit`)
    },
  }
}

function linkIn(text: string): string {
  const link = /\/portal#link=(\S+)/.exec(text)?.[1]
  if (link === undefined) throw new Error(`No way into the portal in: ${text}`)
  return link
}
