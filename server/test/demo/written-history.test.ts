import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { idBase, loadRecording, type History, type Recording } from '../../src/demo/history.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'
import { lastDayOf } from '../../src/demo/write-history.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { testApp, testPublicUrl, type TestApp } from '../harness/app.ts'
import { comparable, eventsOf, withoutWelcome } from './comparable.ts'
import { takeHistory } from './take-history.ts'

let t: TestApp
let accountId = 0
let dataDir = ''
let recording: Recording

beforeAll(async () => {
  t = await testApp()
  dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-demo-'))
  recording = await loadRecording()
  // Other numbers than those of the recording, and as easy to tell from all others.
  await t.admin.query(`alter sequence vigie_id restart with ${idBase + 5_000}`)

  const credentials = await seedDemo(deps())

  accountId = credentials?.accountId ?? 0
}, 120_000)

afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true })
})

const deps = () => ({
  db: t.db,
  dataDir,
  baseUrl: testPublicUrl,
  extent: 'full' as const,
  onProgress: () => {},
  store: t.store,
  invitations: openInvitations({ config: loadConfig({}), publicUrl: testPublicUrl, secretKey: t.secretKey }),
})

/** The account as it is now, in the form of a recording. */
async function takeWritten(): Promise<Recording> {
  const { papers } = JSON.parse(recording.text) as History
  const { rows } = await t.admin.query<{ key: string }>(
    `select object_key as key from evidence where kind = 'FILE' group by object_key order by min(evidence_id)`,
  )
  return takeHistory({
    admin: t.admin,
    accountId,
    today: lastDayOf(recording.header, new Date()),
    publicUrl: testPublicUrl,
    papers: new Map(rows.map(({ key }, nth) => [key, papers[nth]!])),
  })
}

test('A written past says what was recorded, field by field', async () => {
  const [written, recorded] = [comparable(await takeWritten()), comparable(recording)]
  for (const [table, rows] of Object.entries(recorded.tables)) {
    const found = written.tables[table] ?? []
    expect(table === 'mail' ? withoutWelcome(found) : found, table).toEqual(rows)
  }
  const found = eventsOf(written)
  // One by one: the difference of two long lists is unreadable.
  for (const [nth, event] of eventsOf(recorded).entries()) expect(found[nth], String(nth)).toEqual(event)
  expect(found).toHaveLength(eventsOf(recorded).length)
})
