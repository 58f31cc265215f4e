import { pdf, stream } from '@vigie/inspect/samples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../test/harness/app.ts'
import { draftDesk } from '../../test/portal/draft-desk.ts'
import { entries } from '../../test/responses/answers-desk.ts'
import { liabilityPdf, vigilancePdf } from '../../test/responses/certificate-pdf.ts'
import { queued } from '../../test/responses/queued.ts'
import { runAnswerJobs, runTask } from '../../test/responses/run-jobs.ts'
import { startWorker } from '../platform/jobs/index.ts'
import { systemClock } from '../platform/kernel/index.ts'
import { readDraft } from '../domain/evaluation/checks/read-draft.task.ts'

/** Of a file with text. */
const unread = { advice: [], progress: null, unreadablePages: [] }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('The draft of a supplier', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const portal = (typeCode?: string) => draftDesk(t, typeCode)

  test('A certificate is read as soon as it has arrived, and suggests its date', async () => {
    const p = await portal()
    expect(await p.reading('SOC_VIGILANCE')).toEqual({ files: [], effectiveDate: null, fields: [] })
    const fileId = await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    expect((await p.reading('SOC_VIGILANCE')).files).toEqual([{ ...unread, fileId, state: 'READING' }])
    expect(await runAnswerJobs(t, p.accountId)).toEqual(['responses.read-draft'])
    expect(await p.reading('SOC_VIGILANCE')).toEqual({
      files: [{ ...unread, fileId, state: 'READ' }],
      effectiveDate: { value: '2026-10-31', fileId, page: 1 },
      fields: [],
    })
  })

  test('A worker reads a file that has arrived by itself', async () => {
    const p = await portal()
    const worker = await startWorker({
      url: t.appUrl,
      handlers: {
        'responses.read-draft': readDraft({ store: t.store, scanner: null, pdfTimeoutMs: 100_000 }),
      },
      schedule: [],
      concurrency: 1,
      log: quiet,
      clock: systemClock,
    })
    await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    const read = async () => (await p.reading('SOC_VIGILANCE')).effectiveDate?.value
    await expect.poll(read, { timeout: 60_000 }).toBe('2026-10-31')
    await worker.stop()
  })

  test('A file that goes while it is read leaves nothing of it', async () => {
    const p = await portal()
    const fileId = await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    const [payload] = await queued(t, p.accountId, 'responses.read-draft')
    if (!payload) throw new Error('Nothing is queued.')
    const store: typeof t.store = Object.assign(Object.create(t.store), {
      get: async (...given: Parameters<typeof t.store.get>) => {
        await p.guest.call('DELETE', `${p.at('SOC_VIGILANCE')}/draft/files/${fileId}`)
        return t.store.get(...given)
      },
    })
    await runTask(t, 'responses.read-draft', readDraft({ store, scanner: null }), payload)
    const { rows } = await t.admin.query('select 1 from evidence_reading where evidence_id = $1', [fileId])
    expect(rows).toEqual([])
  })

  test('Questions of the form get what the certificate answers, and what was typed stays', async () => {
    const p = await portal('ONBOARDING')
    const body = { formdata: entries({ policyNumber: 'typed by hand' }) }
    expect((await p.guest.call('PUT', `${p.at('INS_LIABILITY')}/draft`, body)).statusCode).toBe(200)
    await p.upload('INS_LIABILITY', await liabilityPdf(p.company))
    const before = await p.draft('INS_LIABILITY')
    await runAnswerJobs(t, p.accountId)
    const { fields } = await p.reading('INS_LIABILITY')
    expect(Object.fromEntries(fields.map(({ key, value }) => [key, value]))).toMatchObject({
      policyNumber: 'RC-778204',
      policyStart: '01/01/2026',
      policyEnd: '31/12/2026',
      coverCeiling: '1500000',
      insurer: 'Mutuelle Imaginaire du Lavoir',
    })
    expect(await p.draft('INS_LIABILITY')).toEqual(before)
    const taken = await p.guest.call('POST', `${p.at('INS_LIABILITY')}/check`, {
      formdata: fields.map(({ key, value }) => ({ key, value })),
    })
    expect(taken.json()).toMatchObject({ valid: true })
  })

  test('Plain mistakes are told at once, doubts about the file never', async () => {
    const p = await portal()
    const stranger = { name: 'Scierie Imaginaire', siren: '542 110 291', siret: '' }
    await p.upload('SOC_VIGILANCE', await vigilancePdf(stranger))
    await p.upload('SOC_VIGILANCE', await liabilityPdf(p.company))
    await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company, { certifiedOn: '31/01/2026' }))
    await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company, { info: { Producer: 'Sejda 5' } }))
    await runAnswerJobs(t, p.accountId)
    const { files } = await p.reading('SOC_VIGILANCE')
    expect(files.map(({ advice }) => advice)).toEqual([
      ['OTHER_COMPANY_IDENTIFIER'],
      ['KIND_DIFFERS'],
      ['PRINTED_EXPIRED'],
      [],
    ])
  })

  test('A file that cannot be read leaves the draft as it is, and it can be sent', async () => {
    const p = await portal()
    const junk = pdf({ objects: [stream('', Buffer.from('nothing'))] })
    const fileId = await p.upload('SOC_VIGILANCE', junk)
    const [payload] = await queued(t, p.accountId, 'responses.read-draft')
    if (!payload) throw new Error('Nothing is queued.')
    // The reader is killed before it has begun.
    await runTask(
      t,
      'responses.read-draft',
      readDraft({ store: t.store, scanner: null, pdfTimeoutMs: 1 }),
      payload,
    )
    expect(await p.reading('SOC_VIGILANCE')).toEqual({
      files: [{ ...unread, fileId, state: 'NOT_READ' }],
      effectiveDate: null,
      fields: [],
    })
    expect((await p.guest.call('POST', `${p.at('SOC_VIGILANCE')}/draft/submit`)).statusCode).toBe(200)
    expect(await runAnswerJobs(t, p.accountId)).toContain('responses.check')
  })

  test('A store that does not answer keeps the job, and loses nothing', async () => {
    const p = await portal()
    await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    const [payload] = await queued(t, p.accountId, 'responses.read-draft')
    if (!payload) throw new Error('Nothing is queued.')
    const store = { ...t.store, get: () => Promise.reject(new Error('The store is away.')) } as typeof t.store
    const run = runTask(t, 'responses.read-draft', readDraft({ store, scanner: null }), payload)
    await expect(run).rejects.toThrow('The store is away.')
    expect((await p.reading('SOC_VIGILANCE')).files).toMatchObject([{ state: 'READING' }])
    await runAnswerJobs(t, p.accountId)
    expect((await p.reading('SOC_VIGILANCE')).files).toMatchObject([{ state: 'READ' }])
  })

  test('A file taken out of the draft takes what was read along', async () => {
    const p = await portal()
    const fileId = await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    await runAnswerJobs(t, p.accountId)
    const gone = await p.guest.call('DELETE', `${p.at('SOC_VIGILANCE')}/draft/files/${fileId}`)
    expect(gone.statusCode).toBe(200)
    expect(await p.reading('SOC_VIGILANCE')).toMatchObject({ files: [], effectiveDate: null })
    const { rows } = await t.admin.query('select 1 from evidence_reading where evidence_id = $1', [fileId])
    expect(rows).toEqual([])
  })

  test('Nobody else reads it', async () => {
    const p = await portal()
    await p.upload('SOC_VIGILANCE', await vigilancePdf(p.company))
    await runAnswerJobs(t, p.accountId)
    const elsewhere = await portal()
    const answer = await elsewhere.guest.call('GET', `${p.at('SOC_VIGILANCE')}/draft/reading`)
    expect(problemOf(answer)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })
})
