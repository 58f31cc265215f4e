import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day, openDesk, type Desk } from '../../../test/webhooks/desk.ts'
import { startReceiver, withStatus, type Receiver } from '../../../test/webhooks/receiver.ts'
import { loadConfig } from '../../config.ts'
import { openWebhooks, startDelivery } from '../../open-webhooks.ts'
import { startWorker } from '../../platform/jobs/index.ts'
import { formatEventSecond, systemClock } from '../../platform/kernel/index.ts'
import { pauseAfter } from './back-off.ts'
import { deliverEvents } from './deliver.task.ts'
import { fanOutEvents } from './fan-out.task.ts'
import { purgeWebhooks } from './upkeep.task.ts'

let desk: Desk
let receiver: Receiver
beforeAll(async () => {
  desk = await openDesk()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await desk.t.close()
})
// Each test has an account of its own, and nothing of the receiver is left from the one before.
beforeEach(async () => {
  desk = await openDesk(desk.t)
  receiver.received.length = 0
  receiver.answer(withStatus(204))
})

describe('Failed deliveries', () => {
  test('The pauses grow from seconds to a day, with some jitter, and then the delivery is given up', () => {
    const hours = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]
    const pauses = hours.map((_, index) => pauseAfter(index + 1, null, 0.5))
    expect(pauses).toEqual(hours.map((hour) => Math.round(hour * 3_600_000)))
    expect(pauseAfter(1, null, 0)).toBe(4_500)
    expect(pauseAfter(1, null, 1)).toBe(5_500)
    expect(pauseAfter(1, 60_000, 0.5)).toBe(60_000)
    expect(pauseAfter(1, 400 * day, 0.5)).toBe(day)
    expect(pauseAfter(10, 60_000)).toBeNull()
  })

  test('A delivery is tried ten times under one id, becomes a dead letter, and can be sent again', async () => {
    const made = await desk.webhook(receiver.url)
    receiver.answer(withStatus(500, { 'content-type': 'text/plain; charset=utf-8' }, 'out of order'))
    await desk.tell(2)
    await desk.fanOut()
    const run = () => desk.deliver(made.endpointId, { disableAfterMs: 1_000 * day })
    for (let nth = 1; nth <= 9; nth += 1) {
      await run()
      const [job] = await desk.jobs('webhooks.deliver')
      expect(job!.getTime(), `pause ${nth}`).toBeGreaterThan(desk.clock.now().getTime() + 4_000)
      // Before its time nothing is sent.
      await run()
      expect(receiver.received).toHaveLength(nth * 2)
      desk.clock.set(new Date(job!.getTime() + 6 * 3_600_000))
    }
    expect(await desk.deliveries(made, '&state=FAILED')).toHaveLength(2)
    await run()
    const dead = await desk.deliveries(made, '&state=DEAD')
    expect(dead).toMatchObject([
      { attempts: 10, status: 500, error: 'STATUS', nextAttemptAt: null },
      { attempts: 10 },
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    const detail = await desk.detail(made, dead[0]!.deliveryId)
    expect(detail.log).toHaveLength(10)
    expect(detail.log[9]).toMatchObject({
      status: 500,
      error: 'STATUS',
      answerType: 'text/plain',
      answerBytes: 12,
    })
    const { rows } = await desk.t.admin.query('select * from webhook_attempt')
    expect(JSON.stringify([detail, rows])).not.toContain('out of order')

    receiver.answer(withStatus(200))
    const path = `/webhooks/${made.endpointId}`
    await desk.call('POST', `${path}/deliveries/${dead[0]!.deliveryId}/redeliver`)
    await expect(desk.call('POST', `${path}/deliveries/${dead[0]!.deliveryId}/redeliver`)).rejects.toThrow(
      'WEBHOOK_DELIVERY_WAITING',
    )
    await run()
    expect(await desk.detail(made, dead[0]!.deliveryId)).toMatchObject({ state: 'DELIVERED', attempts: 11 })
    const later = formatEventSecond(new Date(desk.clock.now().getTime() + 60_000))
    expect(await desk.call('POST', `${path}/redeliver`, { since: later })).toEqual({ redelivered: 0 })
    await expect(desk.call('POST', `${path}/redeliver`, { since: 'yesterday' })).rejects.toThrow(
      'EVENT_DATE_INVALID',
    )
    expect(await desk.call('POST', `${path}/redeliver`, { since: '2020-01-01T00:00:00Z' })).toEqual({
      redelivered: 1,
    })
    await run()
    expect(await desk.deliveries(made, '&state=DEAD')).toEqual([])
    expect(receiver.received).toHaveLength(22)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  test('A receiver that asks for time is given it', async () => {
    const made = await desk.webhook(receiver.url)
    receiver.answer(withStatus(429, { 'retry-after': '3600' }))
    await desk.tell(1)
    await desk.deliverAll(made)
    const [job] = await desk.jobs('webhooks.deliver')
    expect(job!.getTime() - desk.clock.now().getTime()).toBeGreaterThan(3_590_000)
    desk.clock.advance(600_000)
    await desk.deliver(made.endpointId)
    expect(receiver.received).toHaveLength(1)
  })

  test('A worker that dies between sending and storing sends again, under the same id', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(3)
    await desk.fanOut()
    const dying: typeof desk.deps.send = async (message, signal) => {
      await desk.deps.send(message, signal)
      throw new Error('the worker is dead')
    }
    await expect(desk.deliver(made.endpointId, { send: dying })).rejects.toThrow('the worker is dead')
    expect(await desk.deliveries(made, '&state=PENDING')).toHaveLength(3)
    await desk.deliver(made.endpointId)
    await desk.deliver(made.endpointId)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(3)
    expect(await desk.deliveries(made, '&state=DELIVERED')).toHaveLength(3)
  })

  test('A delivery over which two workers died is not sent a third time, until somebody asks for it', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(1)
    await desk.fanOut()
    const dying: typeof desk.deps.send = async (message, signal) => {
      await desk.deps.send(message, signal)
      throw new Error('the worker is dead')
    }
    for (const _ of ['first', 'second'])
      await expect(desk.deliver(made.endpointId, { send: dying })).rejects.toThrow('the worker is dead')
    await desk.deliver(made.endpointId)
    expect(receiver.received).toHaveLength(2)
    const [dead] = await desk.deliveries(made)
    expect(dead).toMatchObject({ state: 'DEAD', error: 'PERHAPS_DELIVERED', nextAttemptAt: null })
    await desk.call('POST', `/webhooks/${made.endpointId}/deliveries/${dead!.deliveryId}/redeliver`)
    desk.clock.advance(60_000)
    await desk.deliver(made.endpointId)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await desk.deliveries(made)).toMatchObject([{ state: 'DELIVERED' }])
  })

  test('A delivery that a stopping worker breaks off does not count among the uncertain ones', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(1)
    await desk.fanOut()
    const stopping = new AbortController()
    const stopped: typeof desk.deps.send = async () => {
      stopping.abort()
      throw new Error('stopped')
    }
    const handler = deliverEvents({ ...desk.deps, send: stopped })
    const context = { db: desk.t.db, scope: desk.scope, clock: desk.clock, signal: stopping.signal }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const payload = { accountId: desk.accountId, endpointId: made.endpointId }
    const run = handler(payload, { ...context, attempt: 1, isLastAttempt: false, log })
    await expect(run).rejects.toThrow('stopped')
    const { rows } = await desk.t.admin.query(
      'select open_attempts from webhook_delivery where endpoint_id = $1',
      [made.endpointId],
    )
    expect(rows).toEqual([{ open_attempts: 0 }])
  })

  test('An unreachable endpoint is paused after a few tries, without harm to the others', async () => {
    const gone = await startReceiver()
    const made = await desk.webhook(gone.url)
    await gone.close()
    await desk.tell(30)
    await desk.deliverAll(made)
    const states = (await desk.deliveries(made)).map(({ state }) => state)
    expect(states.filter((state) => state === 'FAILED').length).toBeLessThanOrEqual(8)
    expect(states.filter((state) => state === 'PENDING').length).toBeGreaterThanOrEqual(22)
    const [job] = await desk.jobs('webhooks.deliver')
    expect(job!.getTime() - desk.clock.now().getTime()).toBe(30_000)
  })

  test.each([
    ['410', 'GONE', 0],
    ['days of failures', 'FAILING', 5 * day],
  ])(
    'After %s the endpoint is switched off, and its administrators are told',
    async (_what, reason, afterMs) => {
      const made = await desk.webhook(receiver.url)
      const people = await Promise.all([
        desk.t.given.person([desk.accountId]),
        desk.t.given.person([desk.accountId]),
        desk.t.given.person([desk.accountId], ['READER']),
      ])
      await desk.t.admin.query(`update app_user set language = 'fr' where user_id = $1`, [people[1].userId])
      receiver.answer(withStatus(reason === 'GONE' ? 410 : 500))
      await desk.tell(2)
      await desk.deliverAll(made)
      desk.clock.advance(afterMs)
      await desk.deliver(made.endpointId)
      await desk.deliver(made.endpointId)
      expect(await desk.present(made)).toMatchObject({ state: 'DISABLED', stateReason: reason, version: 2 })
      const { content } = await desk.call<{
        content: { recipient: string; subject: string; language: string }[]
      }>('GET', '/mailbox/mails')
      const mails = content.toSorted((a, b) => (a.language < b.language ? -1 : 1))
      expect(mails).toMatchObject([
        {
          recipient: people[0].email,
          language: 'en',
          subject: `Webhook disabled: 127.0.0.1:${receiver.port}`,
        },
        {
          recipient: people[1].email,
          language: 'fr',
          subject: `Webhook désactivé\u00a0: 127.0.0.1:${receiver.port}`,
        },
      ])
      // Nothing is lost: what waited, and what happened since, goes out once it is resumed.
      await desk.tell(1)
      await desk.deliverAll(made)
      const before = receiver.received.length
      receiver.answer(withStatus(200))
      await desk.call('POST', `/webhooks/${made.endpointId}/resume`)
      // The worker's clock had stood still.
      desk.clock.advance(60_000)
      await desk.deliverAll(made)
      expect(receiver.received.slice(before)).toHaveLength(3)
      expect(await desk.deliveries(made, '&state=DELIVERED')).toHaveLength(3)
      expect(await desk.present(made)).toMatchObject({
        state: 'ACTIVE',
        consecutiveFailures: 0,
        failingSince: null,
      })
    },
  )

  test('One success ends the count of days', async () => {
    const made = await desk.webhook(receiver.url)
    for (const status of [500, 200, 500]) {
      receiver.answer(withStatus(status))
      await desk.tell(1)
      await desk.deliverAll(made)
      desk.clock.advance(3 * day)
      expect(await desk.present(made)).toMatchObject({
        state: 'ACTIVE',
        consecutiveFailures: status === 500 ? 1 : 0,
      })
    }
  })
})

test('What a worker made whose clock is a day ahead goes out at once by one whose clock is right', async () => {
  const made = await desk.webhook(receiver.url)
  desk.clock.set(new Date(Date.now() + day))
  await desk.tell(1)
  await desk.run('webhooks.fan-out', fanOutEvents, { accountId: desk.accountId })
  desk.clock.set(new Date())
  await desk.deliverAll(made)
  expect(receiver.received).toHaveLength(1)
})

test('Old entries of the log are deleted; pending ones stay', async () => {
  const made = await desk.webhook(receiver.url)
  await desk.tell(1)
  await desk.deliverAll(made)
  receiver.answer(withStatus(500))
  await desk.tell(1)
  await desk.deliverAll(made)
  const purge = purgeWebhooks({ accountIds: async () => [desk.accountId], logDays: 30 })
  desk.clock.advance(29 * day)
  await desk.run('webhooks.purge', purge, {})
  expect(await desk.deliveries(made)).toHaveLength(2)
  desk.clock.advance(2 * day)
  await desk.run('webhooks.purge', purge, {})
  const left = await desk.deliveries(made)
  expect(left).toMatchObject([{ state: 'FAILED', seq: 2 }])
  expect((await desk.detail(made, left[0]!.deliveryId)).log).toEqual([])
})

test('A hanging endpoint in a real queue occupies few workers and delays nobody else', async () => {
  const hanging = await startReceiver()
  hanging.answer(() => undefined)
  const slow = await desk.webhook(hanging.url)
  // Of its own: what other tests left in the queue may still arrive at theirs.
  const prompt = await startReceiver()
  const quick = await desk.webhook(prompt.url)
  const config = loadConfig({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', WEBHOOK_TIMEOUT_SECONDS: '60' })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const common = { url: desk.t.appUrl, log, clock: systemClock }
  const handlers = { 'webhooks.fan-out': fanOutEvents }
  const product = await startWorker({ ...common, handlers, schedule: [], concurrency: 1 })
  const delivery = await startDelivery(openWebhooks(config, desk.t.secretKey), config, common)
  try {
    await desk.tell(20)
    await expect.poll(() => prompt.received.length, { timeout: 100_000, interval: 20 }).toBe(20)
    await expect.poll(() => hanging.open.now, { timeout: 100_000, interval: 20 }).toBe(4)
    expect(hanging.open.most).toBe(4)
    await expect.poll(() => desk.deliveries(quick, '&state=DELIVERED')).toHaveLength(20)
    expect(await desk.deliveries(slow, '&state=DELIVERED')).toEqual([])
  } finally {
    await Promise.all([product.stop(), delivery.stop()])
    await Promise.all([hanging.close(), prompt.close()])
  }
  // Given back at the stop, not counted as failures.
  expect(await desk.present(slow)).toMatchObject({ consecutiveFailures: 0 })
})
