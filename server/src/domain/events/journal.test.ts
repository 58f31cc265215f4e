import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { startReceiver } from '../../../test/webhooks/receiver.ts'
import {
  createCheckpointSigner,
  updateCheckpoints,
  makeCheckpoint,
  recordPast,
} from '../../platform/journal/index.ts'
import { systemClock } from '../../platform/kernel/index.ts'
import { runAnchoring, webhookTarget } from '../anchors/index.ts'
import { createSender } from '../webhooks/index.ts'

let t: TestApp
let base: string
let token: string
let accountId: number
let place: string
let folder: string

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'vigie-checked-'))
  folder = path.join(place, 'checkpoints')
  t = await testApp({ environment: { CHECKPOINT_DIR: folder } })
  accountId = (await t.given.account()).accountId
  token = (await t.given.client(accountId, ['AUDITOR'])).token
  base = `/api/v1/account/${accountId}/journal`
})
afterAll(async () => {
  await t.close()
  await rm(place, { recursive: true, force: true })
})

interface Verification {
  intact: boolean
  complete: boolean
  from: number
  events: number
  next: number | null
  checkpoint: { seq: number; signed: boolean } | null
}

const get = async <T>(way: string): Promise<T> => {
  const answer = await t.call('GET', `${base}${way}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const scope = () =>
  ({ accountId, units: 'ALL' as const, actor: { type: 'JOB', id: null, name: 'test' } }) as const
const append = (count: number) =>
  t.db.write(scope(), async (tx) => {
    for (let id = 1; id <= count; id += 1)
      recordPast(tx, scope(), { name: 'THIRD_PARTY_ADDED', thirdpartyId: id })
  })
const sign = () => makeCheckpoint(t.db, scope(), createCheckpointSigner(t.secretKey))

test('An auditor can verify the journal, since a checkpoint or from the start', async () => {
  const { events: before } = await get<Verification>('/verify')
  await append(5)
  expect(await get('/verify')).toMatchObject({
    intact: true,
    complete: true,
    from: 0,
    events: before + 5,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    brokenSeq: null,
    fault: null,
    checkpoint: null,
    compared: {
      files: null,
      anchors: 0,
      timeStamps: 0,
      brokenTimeStamps: 0,
      provenSeq: null,
      provenAt: null,
    },
  })
  await sign()
  await append(2)
  const since = await get<Verification>('/verify')
  expect(since).toMatchObject({ intact: true, from: before + 5, events: before + 7 })
  expect(since.checkpoint).toMatchObject({ seq: before + 5, signed: true })
  expect(await get('/verify?since=start')).toMatchObject({ intact: true, from: 0, events: before + 7 })
  expect(await get(`/verify?after=${before + 6}`)).toMatchObject({ intact: true, from: before + 6 })
  await sign()
})

test('The checkpoints are listed with what proves them', async () => {
  interface Listed {
    content: { seq: number; publicKey: string; signature: string; signedText: string }[]
    totalElements: number
    next: string | null
  }
  const first = await get<Listed>('/checkpoints?size=1')
  expect(first.totalElements).toBe(2)
  const second = await get<Listed>(`/checkpoints?size=1&cursor=${first.next}`)
  const [newest, oldest] = [first.content[0]!, second.content[0]!]
  expect(newest.seq).toBe(oldest.seq + 2)
  for (const { publicKey, signature, signedText } of [newest, oldest]) {
    const key = createPublicKey(publicKey)
    expect(verify(null, Buffer.from(signedText), key, Buffer.from(signature, 'base64'))).toBe(true)
    expect(signedText).toContain(`|${accountId}|`)
  }
})

test('A change before or after the checkpoint is named', async () => {
  const tamper = (statement: string) =>
    t.admin.query(
      `set session_replication_role = replica; ${statement} account_id = ${accountId} and seq = 4; reset session_replication_role`,
    )
  await tamper("update event set actor_type = 'PROVIDER' where")
  // Everything since the newest checkpoint is as it was; the start is not.
  expect(await get('/verify')).toMatchObject({ intact: true })
  expect(await get('/verify?since=start')).toMatchObject({
    intact: false,
    complete: true,
    brokenSeq: 4,
    fault: 'ALTERED',
    lastHash: null,
    next: null,
  })
  const { events } = await get<Verification>('/verify')
  await t.admin.query(
    `set session_replication_role = replica;
     delete from event where account_id = ${accountId} and seq = ${events};
     delete from event_detail where account_id = ${accountId} and seq = ${events};
     update journal_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at from event e
       where h.account_id = ${accountId} and e.account_id = ${accountId} and e.seq = ${events - 1};
     reset session_replication_role`,
  )
  expect(await get('/verify')).toMatchObject({ intact: false, brokenSeq: events, fault: 'CHECKPOINT_AHEAD' })
})

test('A journal cut together with its checkpoints is detected by the file, and by what was sent elsewhere', async () => {
  accountId = (await t.given.account()).accountId
  token = (await t.given.client(accountId, ['AUDITOR'])).token
  base = `/api/v1/account/${accountId}/journal`
  const keeping = { signer: createCheckpointSigner(t.secretKey), folder }
  const keep = () =>
    updateCheckpoints(t.db, keeping, { accountIds: [accountId], log: { error: () => undefined } })
  await append(5)
  await keep()
  await append(5)
  await keep()
  expect(await get('/verify')).toMatchObject({ intact: true, compared: { files: 2, anchors: 0 } })
  const receiver = await startReceiver()
  const send = createSender({ allowedHosts: [{ host: '127.0.0.1', port: null }], timeoutMs: 20_000 })
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
  await runAnchoring(t.db, {
    targets: [webhookTarget({ url: receiver.url, secret, send })],
    chains: [{ accountId, chain: 'EVENTS' }],
    clock: systemClock,
    log: { error: () => undefined },
    signal: new AbortController().signal,
  })
  await receiver.close()
  expect(await get('/anchors')).toMatchObject({
    targets: [{ chain: 'EVENTS', target: 'WEBHOOK', active: false, waiting: 0, seq: 10, fault: null }],
  })

  await t.admin.query(
    `set session_replication_role = replica;
     delete from event where account_id = ${accountId} and seq > 5;
     delete from event_detail where account_id = ${accountId} and seq > 5;
     delete from journal_checkpoint where account_id = ${accountId} and seq > 5;
     update journal_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at from event e
       where h.account_id = ${accountId} and e.account_id = ${accountId} and e.seq = 5;
     reset session_replication_role`,
  )
  const cut = { intact: false, brokenSeq: 6, fault: 'CHECKPOINT_AHEAD' }
  expect(await get('/verify')).toMatchObject({ ...cut, compared: { files: 2, anchors: 1 } })
  await rm(folder, { recursive: true })
  expect(await get('/verify')).toMatchObject({ ...cut, compared: { files: null, anchors: 1 } })
})
