import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedAnswer } from '../../../../test/dossiers/answer.ts'
import { desk, problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Wire {
  documentId: number
  documentCode: string
  evidences: Record<string, unknown>[]
  [field: string]: unknown
}

const iban = 'FR7630006000011234567890189'
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/

describe('Documents', () => {
  let t: TestApp
  let d: Desk
  let dossierId: number
  let documents: Record<string, number>
  beforeAll(async () => {
    t = await testApp()
    d = await desk(t)
    const made = await t.given.dossier(d, d.thirdpartyId)
    ;({ dossierId, documents } = made)
  })
  afterAll(() => t.close())

  const path = (code: string) => `/dossiers/${dossierId}/documents/${documents[code]}`

  test('A document has the fields of the specification and those of the design', async () => {
    const { content } = (await d.get(`/dossiers/${dossierId}/documents`)).json<{ content: Wire[] }>()
    expect(content.map(({ documentCode }) => documentCode)).toEqual(Object.keys(documents))
    const answer = await d.get(path('BANK_DETAILS'), { 'accept-language': 'fr' })
    const document = answer.json<Wire>()
    expect(document).toMatchObject({
      documentId: documents['BANK_DETAILS'],
      dossierId,
      thirdpartyId: d.thirdpartyId,
      documentCode: 'BANK_DETAILS',
      documentName: 'Relevé d’identité bancaire (RIB)',
      present: false,
      statusCode: 'MISSING',
      statusLabel: 'Absent',
      statusReason: 'NO_ANSWER',
      required: true,
      expirationDate: null,
      theme: 'FINANCE',
      kind: 'FILE_AND_FORM',
      bankDetails: true,
      stopped: false,
      evidences: [],
    })
    expect(document['requestDate']).toMatch(time)
    expect(document['dueDate']).toMatch(/^\d{4}-\d\d-\d\d$/)
    const [field] = document['form'] as Record<string, unknown>[]
    expect(field).toMatchObject({ key: 'iban', type: 'iban', label: 'IBAN', required: true, choices: null })
    const quest = (await d.get(path('UBO'))).json<Wire>()
    expect(JSON.stringify(quest['form'])).not.toContain('"score"')
    expect((await d.get(path('REG_PROOF'))).json<Wire>()['form']).toBeNull()
    const english = (await d.get(path('BANK_DETAILS'))).json<Wire>()
    expect(english).toMatchObject({ documentName: 'Bank details (IBAN)', statusLabel: 'Missing' })
  })

  test('A document shows the answers that count, bank details in full only to those who work with them', async () => {
    const documentId = documents['BANK_DETAILS'] ?? 0
    const entry = { type: 'iban', key: 'iban', title: 'IBAN', order: 1, value: iban }
    const holder = {
      type: 'string',
      key: 'holder',
      title: 'Titulaire du compte',
      order: 2,
      value: 'Ateliers',
    }
    const formdata = [entry, holder]
    await storedAnswer(t, d, { dossierId, documentId, state: 'INTERRUPTED' })
    await storedAnswer(t, d, { dossierId, documentId, state: 'DRAFT' })
    expect((await d.get(path('BANK_DETAILS'))).json()).toMatchObject({ present: false, evidences: [] })
    const responseId = await storedAnswer(t, d, {
      dossierId,
      documentId,
      formdata,
      expirationDate: '2030-12-31',
    })
    const shown = (await d.get(path('BANK_DETAILS'))).json<Wire>()
    expect(shown).toMatchObject({
      present: true,
      statusCode: 'ONGOING',
      statusReason: 'AWAITING_REVIEW',
      evidences: [
        {
          responseId,
          status: 'PENDING',
          effectiveDate: '2026-01-31',
          expirationDate: '2030-12-31T00:00:00.000',
          fileName: 'kbis.pdf',
          fileSize: 1234,
          format: 'ORIGINALNUMERIQUE',
          issuer: 'DO',
          transmitter: 'FOURNISSEUR',
          metadata: { verified: 'true' },
          formdata: [entry, { ...holder, title: 'Account holder' }],
        },
      ],
    })
    expect(shown.evidences[0]?.['uploadDate']).toMatch(time)
    const seenBy = async (role: 'READER' | 'AUDITOR' | 'REVIEWER' | 'MANAGER') => {
      const { token } = await t.given.client(d.accountId, [role])
      const answers = await Promise.all(
        [path('BANK_DETAILS'), `/dossiers/${dossierId}/documents`, '/documents'].map(
          async (one) => (await t.call('GET', `${d.base}${one}`, { token })).body,
        ),
      )
      return answers.map((body) => body.includes(iban))
    }
    expect(await seenBy('READER')).toEqual([false, false, false])
    expect(await seenBy('AUDITOR')).toEqual([false, false, false])
    expect(await seenBy('REVIEWER')).toEqual([true, true, true])
    expect(await seenBy('MANAGER')).toEqual([true, true, true])
  })

  test('A document of another dossier, or of none, is not found', async () => {
    const other = await t.given.dossier(d, d.thirdpartyId, 'CSR')
    const [foreign = 0] = Object.values(other.documents)
    expect(problemOf(await d.get(`/dossiers/${dossierId}/documents/${foreign}`))).toEqual([
      404,
      'DOCUMENT_NOT_FOUND',
    ])
    expect(problemOf(await d.get(`/dossiers/999999999/documents/${foreign}`))).toEqual([
      404,
      'DOSSIER_NOT_FOUND',
    ])
    expect(problemOf(await d.get('/dossiers/999999999/documents'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
  })
})
