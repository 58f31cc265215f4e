import { createHash } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf } from '../../../../../test/dossiers/desk.ts'
import { fileDesk, sha256, somePicture } from '../../../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../../../test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const textOf = async (pdf: Buffer) => {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

test('The audit trail tells the history of a document, and each download becomes part of it', async () => {
  const d = await fileDesk(t)
  const content = somePicture()
  const sent = await d.answer('REG_PROOF', [{ name: 'extrait à jour.png', content }], {
    fields: { effectiveDate: '2026-11-01' },
  })
  await d.post(`/responses/${sent.responseId}/reject`, {
    shareRejectionReason: false,
    comment: 'Flou, voir avec Zoë',
  })
  const again = await d.answer('REG_PROOF', [{ name: 'net.png', content: somePicture() }])
  await d.post(`/responses/${again.responseId}/approve`)
  await d.told()

  const url = `${d.path('REG_PROOF')}/audit-trail`
  const auditor = await t.given.client(d.accountId, ['AUDITOR'])
  const asAuditor = (method: 'GET' | 'HEAD', headers = {}) =>
    t.call(method, `${d.base}${url}`, { token: auditor.token, headers })
  const head = await asAuditor('HEAD')
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(await d.names()).toEqual([])

  const answer = await asAuditor('GET', { 'accept-language': 'fr' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toContain(`audit-trail-${d.documents['REG_PROOF']}.pdf`)
  const text = await textOf(answer.rawPayload)
  for (const words of [
    'Piste d’audit',
    'REG_PROOF',
    'extrait à jour.png',
    'Flou, voir avec Zoë',
    'Acceptée',
    'Refusée',
    'Contrôles automatiques',
    'DOCUMENT_ANSWER_DENIED',
    'Chaîne intacte, recalculée le',
    '01/11/2026',
  ]) {
    expect(text).toContain(words)
  }
  expect(text.replaceAll(' ', '')).toContain(sha256(content))

  const told = await d.told()
  expect(told.map(({ name }) => name)).toEqual(['DOCUMENT_AUDIT_TRAIL_DOWNLOAD'])
  const digest = createHash('sha256').update(answer.rawPayload).digest('hex')
  expect(told[0]).toMatchObject({ documentId: d.documents['REG_PROOF'], data: { sha256: digest } })
  const english = await asAuditor('GET', { 'accept-language': 'en' })
  expect(await textOf(english.rawPayload)).toContain('DOCUMENT_AUDIT_TRAIL_DOWNLOAD')

  const reviewer = await t.given.client(d.accountId, ['REVIEWER'])
  expect(problemOf(await t.call('GET', `${d.base}${url}`, { token: reviewer.token }))).toEqual([
    403,
    'PERMISSION_DENIED',
  ])
  expect(problemOf(await d.get(`/dossiers/${d.dossierId}/documents/1/audit-trail`))).toEqual([
    404,
    'DOCUMENT_NOT_FOUND',
  ])
  expect(problemOf(await d.get('/dossiers/1/documents/1/audit-trail'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
})

test('No audit trail is sent when the journal cannot record it', async () => {
  const d = await fileDesk(t)
  await t.admin.query('alter function journal_append(jsonb) rename to journal_append_away')
  try {
    expect(problemOf(await d.get(`${d.path('NDA')}/audit-trail`))).toEqual([503, 'JOURNAL_UNAVAILABLE'])
  } finally {
    await t.admin.query('alter function journal_append_away(jsonb) rename to journal_append')
  }
})
