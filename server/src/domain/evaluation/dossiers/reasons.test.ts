import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storedAnswer } from '../../../../test/dossiers/answer.ts'
import { desk, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Wire {
  dossierId: number
  statusCode: string
  statusReason: string
  statusPieces: { documentId: number; documentCode: string; statusReason: string }[]
}

const type = (...codes: string[]) => ({
  label: { fr: 'Essai', en: 'Trial' },
  purpose: { fr: 'Pour essayer.', en: 'For a trial.' },
  typed: false,
  themes: ['LEGAL_COMPLIANCE'],
  renewal: null,
  dueDays: 20,
  documents: codes.map((code) => ({ code, required: true })),
})

describe('Why a dossier has its status', () => {
  let t: TestApp
  let d: Desk
  beforeAll(async () => {
    t = await testApp()
  })
  // Of its own, since one of them is struck off.
  beforeEach(async () => {
    d = await desk(t)
  })
  afterAll(() => t.close())

  const open = async (code: string, ...documents: string[]) => {
    const body = type(...documents)
    const put = await t.call('PUT', `${d.base}/dossier-types/${code}`, { token: d.token, body })
    expect(put.statusCode, put.body).toBeLessThan(300)
    await d.post(`/dossier-types/${code}/publish`, { dryRun: false, applyToOpen: false })
    const { dossierId } = (await d.open({ dossierTypeCode: code })).json<Wire>()
    const { content } = (await d.get(`/dossiers/${dossierId}/documents`)).json<{
      content: { documentId: number; documentCode: string }[]
    }>()
    const ids = new Map(content.map((one) => [one.documentCode, one.documentId]))
    const answer = (document: string, state: Parameters<typeof storedAnswer>[2]['state'], end?: string) =>
      storedAnswer(t, d, {
        dossierId,
        documentId: ids.get(document) ?? 0,
        ...(state && { state }),
        expirationDate: end ?? null,
      })
    const record = async (query = '') => (await d.get(`/dossiers/${dossierId}${query}`)).json<Wire>()
    const why = async () => {
      const { statusCode, statusReason, statusPieces } = await record()
      return [
        statusCode,
        statusReason,
        ...statusPieces.map((one) => `${one.documentCode} ${one.statusReason}`),
      ]
    }
    return { dossierId, ids, answer, record, why }
  }

  const reasonChanges = async () =>
    (await d.told())
      .filter(({ data }) => data['kind'] === 'STATUS_REASON')
      .map(({ name, data: { before, after } }) => ({ name, before, after }))

  test('A dossier gives its reason, and the documents behind it, in the record and in lists', async () => {
    const { dossierId, ids, why, answer } = await open('WHY', 'NDA', 'GTC')
    expect(await why()).toEqual(['ABSENT', 'NO_ANSWER', 'NDA NO_ANSWER', 'GTC NO_ANSWER'])
    await answer('NDA', 'PENDING')
    expect(await why()).toEqual(['ONGOING', 'NO_ANSWER', 'GTC NO_ANSWER', 'NDA AWAITING_REVIEW'])
    await answer('GTC', 'DENIED')
    expect(await why()).toEqual(['BELOW_EXPECTATION', 'REJECTED_INSIDE', 'GTC REJECTED_INSIDE'])
    const listed = (await d.get('/dossiers?dossierTypeCode=WHY')).json<{ content: Wire[] }>().content
    expect(listed).toMatchObject([
      {
        dossierId,
        statusReason: 'REJECTED_INSIDE',
        statusPieces: [{ documentId: ids.get('GTC'), documentCode: 'GTC', statusReason: 'REJECTED_INSIDE' }],
      },
    ])
  })

  test('A reason that changes with the status comes with its event, and alone it has one', async () => {
    const { answer, why } = await open('TOLD', 'NDA', 'GTC')
    await d.told()
    await answer('NDA', 'PENDING')
    const changes = await d.told()
    expect(changes.find(({ name }) => name === 'DOSSIER_STATUS_UPDATED')?.data).toMatchObject({
      before: 'ABSENT',
      after: 'ONGOING',
      reason: 'NO_ANSWER',
    })
    expect(changes.map(({ name }) => name)).not.toContain('DOSSIER_UPDATED')
    await answer('GTC', 'PENDING')
    expect(await reasonChanges()).toEqual([
      {
        name: 'DOSSIER_UPDATED',
        before: { statusReason: 'NO_ANSWER' },
        after: { statusReason: 'AWAITING_REVIEW' },
      },
    ])
    expect(await why()).toEqual(['ONGOING', 'AWAITING_REVIEW', 'NDA AWAITING_REVIEW', 'GTC AWAITING_REVIEW'])
  })

  test('A dossier that asks for nothing says so, until something is required', async () => {
    const { dossierId, why } = await open('EMPTY')
    expect(await why()).toEqual(['ABSENT', 'NOTHING_ASKED'])
    await d.told()
    await d.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ['NDA'] })
    expect(await reasonChanges()).toMatchObject([{ after: { statusReason: 'NO_ANSWER' } }])
    expect(await why()).toEqual(['ABSENT', 'NO_ANSWER', 'NDA NO_ANSWER'])
  })

  test('A dossier that is over or whose company is struck off says that, with no document behind it', async () => {
    const { dossierId, why, record } = await open('GONE', 'NDA')
    await d.patch(`/dossiers/${dossierId}`, { expirationDate: '2020-01-01' })
    expect(await why()).toEqual(['INVALID', 'DOSSIER_EXPIRED'])
    await d.told()
    await t.admin.query(`update thirdparty set status = 'STRUCK_OFF' where thirdparty_id = $1`, [
      d.thirdpartyId,
    ])
    const invalidate = (struckOffInvalidates: boolean) =>
      t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { struckOffInvalidates } })
    await invalidate(false)
    expect(await why()).toEqual(['INVALID', 'DOSSIER_EXPIRED'])
    await invalidate(true)
    expect(await why()).toEqual(['INVALID', 'STRUCK_OFF'])
    expect(await reasonChanges()).toContainEqual({
      name: 'DOSSIER_UPDATED',
      before: { statusReason: 'DOSSIER_EXPIRED' },
      after: { statusReason: 'STRUCK_OFF' },
    })
    const { statusReason, statusPieces } = await record()
    const past = await record(`?asOf=${new Date().toISOString().slice(0, 19)}`)
    expect(past).toMatchObject({ statusReason, statusPieces })
    // Frozen with it, whatever becomes of the company.
    await d.post(`/dossiers/${dossierId}/archive`)
    await invalidate(false)
    expect(await why()).toEqual(['INVALID', 'STRUCK_OFF'])
  })
})
