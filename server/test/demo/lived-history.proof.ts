import { writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyFile, idBase, loadRecording, type Recording } from '../../src/demo/history.ts'
import { createDemoAccount } from '../../src/demo/seed-demo.ts'
import { addColleagues } from '../../src/demo/people.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { loadConfig } from '../../src/config.ts'
import { withAccount } from '../../src/platform/db/index.ts'
import { testApp, testPublicUrl, type TestApp } from '../harness/app.ts'
import { comparable, eventsOf } from './comparable.ts'
import { liveStory } from './live-story.ts'
import { takeHistory } from './take-history.ts'

/** Any day; the recording is the same but for the days its texts are about. */
const today = '2026-11-16'
let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

async function live(): Promise<Recording> {
  await t.admin.query(`alter sequence vigie_id restart with ${idBase + 1}`)
  const accountId = await t.db.system(async (tx) => {
    const made = await createDemoAccount(tx, testPublicUrl)
    await withAccount(tx, made.accountId, () => addColleagues(tx, made.accountId))
    return made.accountId
  })
  const invitations = openInvitations({
    config: loadConfig({}),
    publicUrl: testPublicUrl,
    secretKey: t.secretKey,
  })
  const papers = await liveStory(t, accountId, { today, invitations })
  return takeHistory({ admin: t.admin, accountId, today, publicUrl: testPublicUrl, papers })
}

test(
  'The recorded past is what the product makes of the story, day by day',
  { timeout: 1_800_000 },
  async () => {
    const lived = await live()
    if (process.env['VIGIE_DEMO_RECORD'] === '1') await keep(lived)
    const [now, then] = [comparable(lived), comparable(await loadRecording())]
    expect(Object.keys(now.tables)).toEqual(Object.keys(then.tables))
    for (const [table, rows] of Object.entries(then.tables)) expect(now.tables[table], table).toEqual(rows)
    expect(now.papers).toEqual(then.papers)
    const lifeEvents = eventsOf(now)
    for (const [nth, event] of eventsOf(then).entries()) expect(lifeEvents[nth], String(nth)).toEqual(event)
    expect(lifeEvents).toHaveLength(eventsOf(then).length)
  },
)

async function keep({ header, text }: Recording): Promise<void> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }
  await writeFile(historyFile, brotliCompressSync(`${JSON.stringify(header)}\n${text}`, options))
}
