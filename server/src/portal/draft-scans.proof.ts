import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addGrain, scan, scanPdf, wrap } from '../../../packages/ocr/test/paper.ts'
import { testApp, type TestApp } from '../../test/harness/app.ts'
import { draftDesk, type DraftDesk } from '../../test/portal/draft-desk.ts'
import { vigilancePdf } from '../../test/responses/certificate-pdf.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'

// Two pages, each tried in four directions.
const patience = { timeout: 300_000 }
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

  test('What another engine recognised, or nobody yet, the check reads itself', patience, async () => {
    const p = await draftDesk(t)
    const fileId = await p.upload(code, await wrap(await scanPdf(await vigilancePdf(p.company))))
    await jobs(p)
    const former = gzipSync(JSON.stringify({ text: 'nothing of this', pages: [], facts: {} }))
    const age = `update evidence_scan set engine = 'scans/0 fra', content = $1 where evidence_id = $2`
    await t.admin.query(age, [former, fileId])
    const responseId = await p.submit(code)
    await jobs(p)
    const { evidences } = await p.response(responseId)
    expect(evidences[0]?.metadata).toMatchObject({ read_certifiedOn: '2026-10-31' })
  })

  test('Of pages that cannot be read beside others, the sender hears which', patience, async () => {
    const p = await draftDesk(t)
    const worn = await addGrain((await scan(Array.from({ length: 20 }, () => terms))).blur(4.5), 160)
    const paper = await scanPdf(await vigilancePdf(p.company))
    const half = await p.upload(code, await wrap(paper, worn), 'half.pdf')
    await jobs(p)
    const { files } = await p.reading(code)
    expect(files).toEqual([{ fileId: half, state: 'READ', progress: null, unreadablePages: [2], advice: [] }])
  })
})
