import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { daysLater, givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../test/responses/queued.ts'
import { localStore, newObjectKey, type ObjectStore } from '../../platform/files/index.ts'
import { deleteObjects } from './delete-objects.task.ts'
import { retireAccount, retireEverywhere } from './retire-answers.task.ts'

const years = (count: number) => Math.ceil(count * 365.25)

describe('Retention', () => {
  let t: TestApp
  let store: ObjectStore
  let folder: string
  beforeAll(async () => {
    t = await testApp()
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-retention-'))
    store = await localStore({ root: folder })
  })
  afterAll(async () => {
    await store.close()
    await t.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = ({ accountId }: Desk) => runTask(t, 'retention.run-account', retireAccount, { accountId })
  const put = async (accountId: number): Promise<string> => {
    const key = newObjectKey(accountId)
    await store.put(key, Readable.from([Buffer.from('content')]), { maxBytes: 100 })
    return key
  }
  const removeObjects = async (d: Desk) => {
    for (const payload of await queued(t, d.accountId, 'files.delete')) {
      await runTask(t, 'files.delete', deleteObjects({ store }), payload)
    }
  }
  const rowsOf = async (id: number) => {
    const { rows } = await t.admin.query<Record<string, unknown>>(
      `select r.state, e.file_state, e.file_name, e.object_key, e.formdata, e.metadata, e.sha256 is not null as hashed,
         e.deleted_at is not null as marked
       from response r join evidence e using (account_id, response_id) where r.response_id = $1`,
      [id],
    )
    return rows[0] ?? {}
  }
  const office = async (typeCode = 'ONBOARDING') => {
    const d = await desk(t, 'SANDBOX')
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId, typeCode)
    return { ...d, dossierId, documents }
  }

  test('Retention warns 30 days before, then deletes what nobody uses, and leaves proof that it existed', async () => {
    const d = await office()
    const { accountId } = d
    await d.patch(`/dossiers/${d.dossierId}`, { expirationDate: null })
    const ubo = d.documents['UBO'] ?? 0
    const key = await put(accountId)
    const denied = await givenAnswer(t, { accountId, documentId: ubo, state: 'DENIED', objectKey: key })
    const inForce = await givenAnswer(t, {
      accountId,
      documentId: d.documents['INS_LIABILITY'] ?? 0,
      state: 'ACCEPTED',
    })
    await t.admin.query(
      `insert into check_result (account_id, response_id, attempt, origin, outcome, provider_reference, concluded_at)
       select $1, id, 1, 'PROVIDER', 'PASSED', 'V-' || id, now() from unnest($2::bigint[]) id`,
      [accountId, [denied, inForce]],
    )
    const references = async () =>
      (await t.admin.query('select provider_reference from check_result where account_id = $1', [accountId]))
        .rows
    await d.told()
    const forecast = async (days: number) =>
      (await d.get(`/retention/forecast?days=${days}`)).json<{ content: object[]; totalElements: number }>()
    // Ten years for this piece.
    expect((await forecast(90)).content).toEqual([])
    await daysLater(t, accountId, years(10) - 40)
    await run(d)
    expect(await d.names()).toEqual([])
    const french = await d.get('/retention/forecast', { 'accept-language': 'fr' })
    expect(french.json()).toMatchObject({
      content: [
        {
          responseId: denied,
          documentId: ubo,
          dossierId: d.dossierId,
          documentCode: 'UBO',
          documentName: expect.stringContaining('bénéficiaires'),
          status: 'DENIED',
          warnedAt: null,
          legalHold: false,
        },
      ],
    })
    await daysLater(t, accountId, 12)
    await run(d)
    await run(d)
    const [warning, ...more] = await d.told()
    expect(more).toEqual([])
    expect(warning).toMatchObject({
      name: 'DOCUMENT_DELETION_WARNING',
      documentId: ubo,
      data: { responseId: denied },
    })
    expect(await rowsOf(denied)).toMatchObject({ state: 'DENIED', file_name: 'piece.pdf' })
    // Due, and warned of less than 30 days ago.
    await daysLater(t, accountId, 29)
    await run(d)
    expect(await d.names()).toEqual([])
    await daysLater(t, accountId, 1)
    await Promise.all([run(d), run(d)])
    expect(await rowsOf(denied)).toEqual({
      state: 'DELETED',
      file_state: 'DELETED',
      file_name: null,
      object_key: null,
      formdata: null,
      metadata: {},
      hashed: true,
      marked: true,
    })
    expect(await references()).toEqual(
      expect.arrayContaining([{ provider_reference: null }, { provider_reference: `V-${inForce}` }]),
    )
    expect(await d.names()).toEqual([
      'DOCUMENT_DELETION',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_ONGOING',
    ])
    const { rows } = await t.admin.query<{ id: string }>(
      'select evidence_id as id from evidence where response_id = $1',
      [denied],
    )
    const file = await d.get(`/dossiers/${d.dossierId}/documents/${ubo}/files/${rows[0]?.id}`)
    expect(problemOf(file)).toEqual([404, 'FILE_DELETED'])
    expect(file.json()).toHaveProperty('deletedAt')
    expect(await store.head(key)).not.toBeNull()
    await removeObjects(d)
    await removeObjects(d)
    expect(await store.head(key)).toBeNull()
    expect(await rowsOf(inForce)).toMatchObject({ state: 'ACCEPTED', file_state: 'CLEAN' })
    await run(d)
    expect(await d.names()).toEqual([])
    expect((await forecast(366)).content).toEqual([])
    expect(problemOf(await d.get('/retention/forecast?days=367'))).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('Retention counts from the archiving of a dossier, restarts when it was restored, and keeps a shared object', async () => {
    const d = await office()
    const { accountId } = d
    const key = await put(accountId)
    const answer = { accountId, state: 'ACCEPTED', objectKey: key }
    const source = await givenAnswer(t, { ...answer, documentId: d.documents['UBO'] ?? 0 })
    const other = await t.given.dossier(d, d.thirdpartyId, 'CYBERSECURITY')
    const copy = await givenAnswer(t, { ...answer, documentId: Object.values(other.documents)[0] ?? 0 })
    await d.post(`/dossiers/${d.dossierId}/archive`)
    await daysLater(t, accountId, years(10) - 20)
    await run(d)
    await d.told()
    await d.post(`/dossiers/${d.dossierId}/reactivate`)
    await daysLater(t, accountId, 60)
    await d.told()
    await run(d)
    expect(await rowsOf(source)).toMatchObject({ state: 'ACCEPTED' })
    await d.post(`/dossiers/${d.dossierId}/archive`)
    await daysLater(t, accountId, years(10) + 1)
    await d.told()
    await run(d)
    // The warning of ten years ago counts no more.
    expect(await d.names()).toEqual(['DOCUMENT_DELETION_WARNING'])
    await daysLater(t, accountId, 30)
    await run(d)
    expect(await d.names()).toEqual(['DOCUMENT_DELETION'])
    expect(await rowsOf(source)).toMatchObject({ state: 'DELETED', object_key: null })
    await removeObjects(d)
    expect(await rowsOf(copy)).toMatchObject({ state: 'ACCEPTED', object_key: key })
    expect(await store.head(key)).not.toBeNull()
    const everywhere = retireEverywhere({ accountIds: async () => [accountId] })
    await runTask(t, 'retention.run', everywhere, { accountId } as never)
    expect(await queued(t, accountId, 'retention.run-account')).toEqual([{ accountId }])
  })

  test('Retention waits for a legal hold to be lifted, and then warns again', async () => {
    const d = await office()
    const { accountId } = d
    const hold = `/dossiers/${d.dossierId}/legal-hold`
    const id = await givenAnswer(t, { accountId, documentId: d.documents['UBO'] ?? 0, state: 'DENIED' })
    await daysLater(t, accountId, years(10) - 10)
    await run(d)
    await d.told()
    const held = await d.post(hold, { reason: 'Litigation 2026/14' })
    expect(held.json()).toMatchObject({ dossierId: d.dossierId, reason: 'Litigation 2026/14' })
    await d.post(hold, { reason: 'Litigation 2026/14' })
    expect(await d.told()).toMatchObject([
      {
        name: 'DOSSIER_UPDATED',
        data: { before: { legalHold: null }, after: { legalHold: 'Litigation 2026/14' } },
      },
    ])
    expect((await d.get(hold)).json()).toEqual(held.json())
    await d.post(hold, { reason: 'Another' })
    expect((await d.get(hold)).json()).toMatchObject({ since: held.json<{ since: string }>().since })
    await daysLater(t, accountId, years(2))
    await d.told()
    await run(d)
    expect([await d.names(), await rowsOf(id)]).toMatchObject([[], { state: 'DENIED' }])
    expect((await d.get('/retention/forecast')).json()).toMatchObject({ content: [{ legalHold: true }] })
    const lift = () => t.call('DELETE', `${d.base}${hold}`, { token: d.token })
    expect([(await lift()).statusCode, (await lift()).statusCode]).toEqual([204, 204])
    expect(await d.names()).toEqual(['DOSSIER_UPDATED'])
    await run(d)
    expect(await d.names()).toEqual(['DOCUMENT_DELETION_WARNING'])
    await daysLater(t, accountId, 30)
    await run(d)
    expect(await rowsOf(id)).toMatchObject({ state: 'DELETED' })
    expect(problemOf(await d.post(hold, {}))).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await d.post(hold, { reason: 'x'.repeat(1_001) }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await d.post('/dossiers/999999999/legal-hold', { reason: 'x' }))).toEqual([
      404,
      'DOSSIER_NOT_FOUND',
    ])
    expect(problemOf(await d.get('/retention/forecast?days=0'))).toEqual([400, 'VALIDATION_FAILED'])
  })
})
