import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scan, scanPdf, wrap } from '../../../packages/ocr/test/paper.ts'
import { testApp, type TestApp } from '../../test/harness/app.ts'
import { draftDesk, type DraftDesk } from '../../test/portal/draft-desk.ts'
import type { ResponseWire } from '../../test/responses/answers-desk.ts'
import { vigilancePdf } from '../../test/responses/certificate-pdf.ts'
import { queued, runTask } from '../../test/responses/queued.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'
import { readScanOfDraft } from '../domain/evaluation/checks/read-scan.task.ts'

const patience = { timeout: 110_000 }
const scans = { languages: ['fra'], dataFolder: null }
const code = 'SOC_VIGILANCE'
const terms = 'Conditions générales de la prestation, lues et approuvées sans réserve par le client.'

describe('A scan in the draft of a supplier', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const jobs = (p: DraftDesk) => runAnswerJobs(t, p.accountId, { scans })

  /** Looks into the files as they come; scans wait afterwards. */
  const arrive = async (p: DraftDesk) => {
    const [before] = await queued(t, p.accountId, 'responses.read-scan')
    expect(before).toBeUndefined()
    await runAnswerJobs(t, p.accountId, { scans, only: ['responses.read-draft'] })
    return queued(t, p.accountId, 'responses.read-scan')
  }

  /** The job of one scan, and what the supplier is told after each of its writes. */
  async function watched(p: DraftDesk, payload: { accountId: number; evidenceId: number }) {
    const told: unknown[] = []
    const db: typeof t.db = Object.assign(Object.create(t.db), {
      write: async (...given: Parameters<typeof t.db.write>) => {
        const written = await t.db.write(...given)
        const { files } = await p.reading(code)
        const file = files.find(({ fileId }) => fileId === payload.evidenceId)
        told.push([file?.state, file?.progress ?? null])
        return written
      },
    })
    await runTask({ ...t, db }, 'responses.read-scan', readScanOfDraft({ store: t.store, scans }), payload)
    return told
  }

  const kept = async (evidenceId: number) => {
    const { rows } = await t.admin.query<{ content: Buffer | null }>(
      'select content from evidence_scan where evidence_id = $1',
      [evidenceId],
    )
    return rows[0]
  }

  test('Nobody waits for a scan: text is read before it, and its pages are counted', patience, async () => {
    const p = await draftDesk(t)
    const paper = await scanPdf(await vigilancePdf(p.company))
    const scanned = await p.upload(code, await wrap(await scan([terms, terms]), paper), 'scan.pdf')
    const text = await p.upload(code, await vigilancePdf(p.company, { certifiedOn: '30/09/2026' }))
    const [payload] = await arrive(p)
    const { files, effectiveDate } = await p.reading(code)
    expect(files.map(({ fileId, state }) => [fileId, state])).toEqual([
      [text, 'READ'],
      [scanned, 'WAITING'],
    ])
    expect(effectiveDate).toMatchObject({ value: '2026-09-30', fileId: text })
    if (!payload) throw new Error('No scan is queued.')
    expect(await watched(p, payload)).toEqual([
      ['READING', { page: 1, pages: 2 }],
      ['READING', { page: 2, pages: 2 }],
      ['READ', null],
    ])
    const gone = await p.guest.call('DELETE', `${p.at(code)}/draft/files/${text}`)
    expect(gone.statusCode).toBe(200)
    // It stands on the second page of the scan.
    expect((await p.reading(code)).effectiveDate).toEqual({ value: '2026-10-31', fileId: scanned, page: 2 })
  })

  test('What was recognised in the draft is not recognised again by the check', patience, async () => {
    const p = await draftDesk(t)
    const fileId = await p.upload(code, await wrap(await scanPdf(await vigilancePdf(p.company))))
    expect(await jobs(p)).toEqual(['responses.read-draft', 'responses.read-scan'])
    const words = gunzipSync((await kept(fileId))?.content ?? Buffer.alloc(0)).toString()
    expect(words).toContain('31/10/2026')
    // Whoever reads the file again finds another day.
    const changed = gzipSync(words.replaceAll('31/10/2026', '30/09/2026'))
    await t.admin.query('update evidence_scan set content = $1 where evidence_id = $2', [changed, fileId])
    const responseId = await p.submit(code)
    expect(await jobs(p)).toEqual(['responses.check', 'responses.check-scans'])
    const answer: ResponseWire = await p.response(responseId)
    expect(answer.evidences[0]?.metadata).toMatchObject({ read_certifiedOn: '2026-09-30' })
    expect(await kept(fileId)).toBeUndefined()
  })

  test('An answer that was sent before its turn came is left to its check', patience, async () => {
    const p = await draftDesk(t)
    const fileId = await p.upload(code, await (await scan([])).png().toBuffer(), 'blank.png')
    const [payload] = await arrive(p)
    if (!payload) throw new Error('No scan is queued.')
    await p.submit(code)
    await runTask(t, 'responses.read-scan', readScanOfDraft({ store: t.store, scans }), payload)
    expect(await kept(fileId)).toEqual({ content: null })
    const { rows } = await t.admin.query('select 1 from evidence_reading where evidence_id = $1', [fileId])
    expect(rows).toEqual([])
  })

  test('Of a scan with nothing to read its sender hears what would help', patience, async () => {
    const p = await draftDesk(t)
    const fileId = await p.upload(code, await (await scan([])).png().toBuffer(), 'blank.png')
    await jobs(p)
    expect((await p.reading(code)).files).toEqual([
      { fileId, state: 'NOT_READ', progress: null, unreadablePages: [], advice: ['TEXT_UNREADABLE'] },
    ])
  })

  test('A scan that is taken out of the draft takes its words along', patience, async () => {
    const p = await draftDesk(t)
    const fileId = await p.upload(code, await (await scan([])).png().toBuffer(), 'blank.png')
    const [payload] = await arrive(p)
    if (!payload) throw new Error('No scan is queued.')
    expect(await kept(fileId)).toEqual({ content: null })
    await p.guest.call('DELETE', `${p.at(code)}/draft/files/${fileId}`)
    expect(await kept(fileId)).toBeUndefined()
    await runTask(t, 'responses.read-scan', readScanOfDraft({ store: t.store, scans }), payload)
    expect((await p.reading(code)).files).toEqual([])
  })

  test('Where nothing reads scans, none waits', async () => {
    const p = await draftDesk(t)
    await p.upload(code, await (await scan([])).png().toBuffer(), 'blank.png')
    expect(await runAnswerJobs(t, p.accountId)).toEqual(['responses.read-draft'])
    expect((await p.reading(code)).files).toMatchObject([{ state: 'NOT_READ', advice: [] }])
  })
})
