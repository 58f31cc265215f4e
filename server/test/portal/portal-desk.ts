import type { LightMyRequestResponse } from 'fastify'
import { issueAccessLink } from '../../src/domain/contacts/index.ts'
import { testPublicUrl } from '../harness/app.ts'
import type { TestApp } from '../harness/index.ts'
import { multipartBody, type SentFile } from '../responses/answers-desk.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** What our own pages send, and no other page can. */
export const ownPage = { 'x-vigie-client': 'web' }

/** What every client of the protocol for resumed uploads sends. */
export const tus = { 'tus-resumable': '1.0.0' }

interface Office {
  readonly accountId: number
  readonly base: string
  readonly token: string
  readonly thirdpartyId: number
}

export interface Guest {
  readonly contactId: number
  readonly email: string
  readonly cookie: string
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Files as a plain form would send them. */
  files(path: string, files: readonly SentFile[]): Promise<LightMyRequestResponse>
  /** Begins an upload under `path`. */
  begin(path: string, fileName: string, size: number): Promise<LightMyRequestResponse>
  /** Bytes that continue an upload. */
  part(path: string, offset: number, bytes: Buffer): Promise<LightMyRequestResponse>
}

let people = 0

export async function addContact(t: TestApp, office: Office, more: object = {}) {
  people += 1
  const body = {
    email: `guest.${people}@people.example`,
    firstName: 'Ada',
    lastName: `Guest ${people}`,
    ...more,
  }
  const url = `${office.base}/thirdparties/${office.thirdpartyId}/contacts`
  const added = await t.call('POST', url, { token: office.token, body })
  if (added.statusCode !== 201) throw new Error(added.body)
  return added.json<{ contactId: number; email: string }>()
}

/** The token of a link as a mail would carry it. */
export async function linkFor(t: TestApp, { accountId }: Pick<Office, 'accountId'>, contactId: number) {
  const { secret } = await t.db.write(wholeAccount(accountId), (tx) =>
    issueAccessLink(tx, { accountId }, { contactId, publicUrl: testPublicUrl }),
  )
  return secret
}

export function enter(t: TestApp, link: string, headers: Record<string, string> = ownPage) {
  return t.call('POST', '/portal/api/session', { body: { link }, headers })
}

export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

/** Somebody of the third party who has followed a link. */
export async function guestOf(t: TestApp, office: Office, more: object = {}): Promise<Guest> {
  const { contactId, email } = await addContact(t, office, more)
  const entered = await enter(t, await linkFor(t, office, contactId))
  if (entered.statusCode !== 204) throw new Error(entered.body)
  return guest(t, { contactId, email, cookie: cookieOf(entered) })
}

function guest(t: TestApp, who: Pick<Guest, 'contactId' | 'email' | 'cookie'>): Guest {
  const send = (method: Method, path: string, payload: Buffer, headers: Record<string, string>) =>
    t.app.inject({
      method,
      url: `/portal/api${path}`,
      headers: { cookie: who.cookie, ...ownPage, ...headers },
      payload,
    })
  return {
    ...who,
    call: (method, path, body, headers = {}) =>
      t.call(method, `/portal/api${path}`, { body, headers: { cookie: who.cookie, ...ownPage, ...headers } }),
    files: (path, files) => {
      const { payload, contentType } = multipartBody(files)
      return send('POST', path, payload, { 'content-type': contentType })
    },
    begin: (path, fileName, size) =>
      send('POST', path, Buffer.alloc(0), {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      }),
    part: (path, offset, bytes) =>
      send('PATCH', path, bytes, {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      }),
  }
}
