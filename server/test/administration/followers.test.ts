import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFailedSignIns } from '../../src/domain/accounts/record-sign-in.ts'
import { fanOutAdministration } from '../../src/domain/webhooks/index.ts'
import {
  newestEntries,
  anyEntry,
  operatorChain,
  recordAdministration,
  startAdministrationStream,
} from '../../src/platform/administration/index.ts'
import { beforeCommit } from '../../src/platform/db/index.ts'
import { manualClock, wholeAccount } from '../../src/platform/kernel/index.ts'
import { openDesk, type Desk } from '../webhooks/desk.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { isSigned } from '../webhooks/verify-signature.ts'

let d: Desk
let receiver: Receiver

beforeAll(async () => {
  d = await openDesk()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await d.t.close()
})

const administer = (count = 1) =>
  d.t.db.write(d.scope, async (tx) => {
    for (let nth = 1; nth <= count; nth += 1) {
      recordAdministration(tx, d.scope, { name: 'SETTINGS_CHANGED', after: { nth } })
    }
  })
const entriesOf = (accountId: number, size = 500) =>
  d.t.db.read(wholeAccount(accountId), (tx) => newestEntries(tx, { accountId }, { filter: anyEntry, size }))

describe('Webhooks of the class ADMINISTRATION', () => {
  const told = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { seq: number } })

  test('An administration webhook gets each entry once, signed, with a log, and no event', async () => {
    await administer(3)
    const hook = await d.webhook(receiver.url, { classes: ['ADMINISTRATION'] })
    await d.tell(2)
    await administer(2)
    expect(await d.jobs('webhooks.fan-out-administration')).toHaveLength(1)
    const fanOut = () =>
      d.run('webhooks.fan-out-administration', fanOutAdministration, { accountId: d.accountId })
    for (let turn = 0; turn < 2; turn += 1) {
      await fanOut()
      await d.deliverAll(hook)
    }
    // From its own adding on; before it, the client with its secret and three settings.
    const names = ['WEBHOOK_ADDED', 'SETTINGS_CHANGED', 'SETTINGS_CHANGED']
    expect(told().map(({ type }) => type)).toEqual(names.map((name) => `administration.${name}`))
    expect(told().map(({ data }) => data.seq)).toEqual([6, 7, 8])
    expect(told()[0]).toMatchObject({
      data: { accountId: d.accountId, actor: { type: 'API_CLIENT' }, origin: { address: '127.0.0.1' } },
    })
    const [first] = receiver.received
    expect(await isSigned(first!, hook.secret)).toBe(true)
    const [newest] = await d.deliveries(hook)
    expect(newest).toMatchObject({ seq: 8, state: 'DELIVERED' })
    const { log } = await d.detail(hook, newest!.deliveryId)
    expect(log).toMatchObject([{ status: 204, bodyUnchanged: true }])
  })

  test('An act of the directory wakes the webhook and enters no other account, and none for longer', async () => {
    const hook = await d.webhook(receiver.url, { classes: ['ADMINISTRATION'] })
    const other = await openDesk(d.t)
    const jobKey = `webhooks.fan-out-administration:${d.accountId}`
    await d.t.admin.query('select graphile_worker.remove_job($1)', [jobKey])
    const actor = { type: 'ANYONE', id: null, name: 'somebody' } as const
    const endpoints = await d.t.db.system(async (tx) => {
      const seen: unknown[] = []
      for (const { accountId } of [d, other])
        recordAdministration(tx, { accountId, actor }, { name: 'SETTINGS_CHANGED' })
      const look = () => tx.selectFrom('webhook_endpoint').select('endpoint_id').execute()
      beforeCommit(tx, async () => void seen.push(...(await look())), 'very last')
      return seen
    })
    expect(endpoints).toEqual([])
    expect(await d.jobs('webhooks.fan-out-administration')).toHaveLength(1)
    expect(await other.jobs('webhooks.fan-out-administration')).toEqual([])
    await d.call('DELETE', `/webhooks/${hook.endpointId}`)
  })

  test('An administration webhook can be subscribed and unsubscribed, from then on', async () => {
    receiver.received.length = 0
    const hook = await d.webhook(receiver.url)
    await d.call('PATCH', `/webhooks/${hook.endpointId}`, { classes: ['ADMINISTRATION', 'EVENTS'] })
    await d.tell(1)
    await d.run('webhooks.fan-out-administration', fanOutAdministration, { accountId: d.accountId })
    await d.deliverAll(hook)
    expect(told().map(({ type }) => type)).toEqual(['administration.WEBHOOK_CHANGED', 'THIRD_PARTY_ADDED'])
    await d.call('PATCH', `/webhooks/${hook.endpointId}`, { classes: ['EVENTS'] })
    await administer()
    await d.run('webhooks.fan-out-administration', fanOutAdministration, { accountId: d.accountId })
    await d.deliverAll(hook)
    expect(told()).toHaveLength(2)
    await d.call('DELETE', `/webhooks/${hook.endpointId}`)
  })
})

describe('Log lines of administration', () => {
  interface Line {
    account: number
    seq: number
    event: string
  }
  const linesOf = (texts: readonly string[]) =>
    texts
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  const faults: unknown[] = []
  const start = (write: (lines: string) => Promise<void>) =>
    startAdministrationStream({ db: d.t.db, write, onFault: (error) => faults.push(error), everyMs: 20 })

  test('Each entry is logged once, by one of two processes, with identifiers and origin only', async () => {
    await d.webhook('https://hooks.example.org/streamed')
    const texts: string[] = []
    const write = async (text: string) => void texts.push(text)
    const streams = [start(write), start(write)]
    await administer(700)
    const { length } = await entriesOf(d.accountId, 2_000)
    await vi.waitFor(() => expect(linesOf(texts).length).toBeGreaterThanOrEqual(length), { timeout: 100_000 })
    await Promise.all(streams.map((stream) => stream.stop()))
    const own = linesOf(texts).filter(({ account }) => account === d.accountId)
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1))
    expect(own).toHaveLength(length)
    const added = own.findLast(({ event }) => event === 'WEBHOOK_ADDED')
    expect(added).toMatchObject({
      log: 'administration',
      level: 'info',
      actor: expect.stringMatching(/^client:\d+$/),
      subject: expect.stringMatching(/^webhook:\d+$/),
      address: '127.0.0.1',
    })
    expect(JSON.stringify(own)).not.toContain('hooks.example.org')
    expect(faults).toEqual([])
  })

  test('Entries are logged again after a process that died before it saved its position', async () => {
    await administer(2)
    const lost: string[] = []
    const dying = start(async (text) => {
      lost.push(text)
      throw new Error('The pipe is gone.')
    })
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await dying.stop()
    expect(faults.length).toBeGreaterThan(0)
    const texts: string[] = []
    await start(async (text) => void texts.push(text)).stop()
    expect(linesOf(texts).map(({ seq }) => seq)).toEqual(linesOf([lost[0]!]).map(({ seq }) => seq))
  })
})

test('A flood of failed sign-ins leaves two entries for a person and two for strangers', async () => {
  const { userId } = await d.t.given.person([d.accountId], ['READER'])
  const clock = manualClock(new Date())
  const failed = createFailedSignIns({ db: d.t.db, clock, onFault: () => expect.unreachable() })
  const origin = { address: '198.51.100.7', userAgent: null }
  for (let nth = 0; nth < 5_000; nth += 1) {
    failed.note({ userId, by: 'password', origin })
    failed.note({ userId: null, by: 'password', origin })
  }
  await failed.flush()
  const counts = async (accountId: number) =>
    (await entriesOf(accountId))
      .filter(({ name }) => name === 'SIGN_IN_FAILED')
      .map(({ after, origin: from }) => [after?.['count'], from?.address ?? null])
  expect(await counts(d.accountId)).toEqual([
    [4_999, origin.address],
    [1, origin.address],
  ])
  // Strangers are counted for the operator, without an address that nobody could ever erase.
  expect(await counts(operatorChain)).toEqual([
    [4_999, null],
    [1, null],
  ])
  clock.advance(60_000)
  failed.note({ userId, by: 'password', origin })
  await failed.flush()
  expect((await counts(d.accountId))[0]).toEqual([1, origin.address])
})
