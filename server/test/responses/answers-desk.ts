import { png } from '@vigie/inspect/samples'
import type { LightMyRequestResponse } from 'fastify'
import { setClockOffset } from '../database/fixtures.ts'
import { desk, type Desk } from '../dossiers/desk.ts'
import type { TestApp } from '../harness/index.ts'

export interface ResponseWire {
  responseId: number
  status: string
  evidences: {
    id: number
    fileState: string
    fileName: string | null
    sha256: string | null
    metadata: Record<string, string>
    formdata: { key: string; value: string }[] | null
    [field: string]: unknown
  }[]
  checkFindings: { code: string; evidenceId: number | null }[]
  [field: string]: unknown
}

export interface SentFile {
  readonly name: string
  readonly content: Buffer | string
  readonly type?: string
  readonly field?: string
}

export interface AnswersDesk extends Desk {
  readonly dossierId: number
  readonly documents: Record<string, number>
  path(code: string): string
  /** A multipart answer. */
  send(
    code: string,
    files: readonly SentFile[],
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  fill(code: string, answers: Record<string, string>, more?: object): Promise<LightMyRequestResponse>
  upload(path: string, files: readonly SentFile[]): Promise<LightMyRequestResponse>
  response(responseId: number): Promise<ResponseWire>
  document(code: string): Promise<{ statusCode: string; statusReason: string; [field: string]: unknown }>
}

/** What most answers are made of: quick to check, having no text to look into. */
export const picture: SentFile = { name: 'piece.png', content: png({ width: 20, height: 10 }) }

/** The day every desk lives in, so that dates can be written down. */
export const deskDay = '2026-11-15'

/** An office with one open dossier; a sandbox lives on its own clock. */
export async function answersDesk(
  t: TestApp,
  { typeCode = 'ONBOARDING', kind = 'SANDBOX' }: { typeCode?: string; kind?: 'PRODUCTION' | 'SANDBOX' } = {},
): Promise<AnswersDesk> {
  const d = await desk(t, kind)
  if (kind === 'SANDBOX') await setClockOffset(t, d, Date.parse(`${deskDay}T08:00:00Z`) - Date.now())
  const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId, typeCode)
  await d.told()
  const path = (code: string) => `/dossiers/${dossierId}/documents/${documents[code]}`
  const multipart = (
    to: string,
    files: readonly SentFile[],
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const { payload, contentType } = multipartBody(files, fields)
    return t.app.inject({
      method: 'POST',
      url: `${d.base}${to}`,
      headers: { authorization: `Bearer ${d.token}`, 'content-type': contentType, ...headers },
      payload,
    })
  }
  return {
    ...d,
    dossierId,
    documents,
    path,
    send: (code, files, fields, headers) => multipart(`${path(code)}/responses`, files, fields, headers),
    fill: (code, answers, more = {}) =>
      d.post(`${path(code)}/responses`, { formdata: entries(answers), ...more }),
    upload: (to, files) => multipart(to, files),
    response: async (id) => (await d.get(`/responses/${id}`)).json<ResponseWire>(),
    document: async (code) => (await d.get(path(code))).json(),
  }
}

export const entries = (answers: Record<string, string>) =>
  Object.entries(answers).map(([key, value]) => ({ key, value }))

/** Written by hand: names and types go out as the test wrote them. */
export function multipartBody(
  files: readonly SentFile[],
  fields: Record<string, string> = {},
): { payload: Buffer; contentType: string } {
  const boundary = 'vigie-test-boundary'
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields)) {
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
  }
  for (const { name, content, type = 'application/octet-stream', field = 'file' } of files) {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${name}"`
    parts.push(Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`))
    parts.push(Buffer.from(content), Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` }
}
