import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day, openDesk, type Delivery, type Desk, type Webhook } from '../../../test/webhooks/desk.ts'
import { startReceiver, withStatus, type Receiver } from '../../../test/webhooks/receiver.ts'
import { isSigned } from '../../../test/webhooks/verify-signature.ts'
import { beforeCommit } from '../../platform/db/index.ts'
import { forgetPerson, recordPast } from '../../platform/journal/index.ts'
import { purgeWebhooks, sweepWebhooks } from './upkeep.task.ts'

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

const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { seq: number } })
describe('Managing webhooks', () => {
  test('The secret is shown once, and never stored in clear text', async () => {
    const made = await desk.webhook(receiver.url, {
      description: 'ERP',
      eventNames: ['DOSSIER_ADDED', 'THIRD_PARTY_ADDED'],
    })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await desk.present(made)).toMatchObject({
      state: 'ACTIVE',
      description: 'ERP',
      eventNames: ['THIRD_PARTY_ADDED', 'DOSSIER_ADDED'],
    })
    const everything = JSON.stringify([await desk.call('GET', '/webhooks'), await desk.present(made)])
    expect(everything).not.toContain('whsec_')
    const { rows } = await desk.t.admin.query('select * from webhook_endpoint where endpoint_id = $1', [
      made.endpointId,
    ])
    const raw = Buffer.from(made.secret.slice(6), 'base64')
    const kept = (rows[0] as { sealed_secret: Buffer }).sealed_secret
    expect(kept.includes(raw) || kept.toString('latin1').includes(made.secret.slice(6))).toBe(false)
  })

  test('A replay by Idempotency-Key makes no second webhook and shows no secret', async () => {
    const headers = { 'idempotency-key': 'once' }
    const options = { token: desk.token, body: { url: receiver.url }, headers }
    const first = await desk.t.call('POST', `${desk.base}/webhooks`, options)
    const again = await desk.t.call('POST', `${desk.base}/webhooks`, options)
    expect(first.json<Webhook>().secret).toBeDefined()
    expect(again.json<Webhook>()).toMatchObject({ endpointId: first.json<Webhook>().endpointId })
    expect(again.body).not.toContain('whsec_')
  })

  test('An endpoint that cannot be reached or an event that does not exist is refused', async () => {
    const url = 'https://example.com/'
    for (const [body, status, code] of [
      [{ url: 'https://192.168.0.1/' }, 422, 'WEBHOOK_URL_REFUSED'],
      [{ url: 'http://example.com/' }, 422, 'WEBHOOK_URL_REFUSED'],
      [{ url, eventNames: ['DOSSIER_ADED'] }, 400, 'EVENT_NAME_UNKNOWN'],
      [{ url, startAfter: 1 }, 400, 'EVENT_POSITION_AHEAD'],
      [{ url, secret: 'mine' }, 400, 'VALIDATION_FAILED'],
      [{ description: 'none' }, 400, 'VALIDATION_FAILED'],
    ] as const) {
      const answer = await desk.t.call('POST', `${desk.base}/webhooks`, { token: desk.token, body })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
    }
  })

  test('Changes of a webhook are guarded by versions, and an account can have twenty', async () => {
    const made = await desk.webhook(receiver.url)
    const path = `${desk.base}/webhooks/${made.endpointId}`
    const change = (version: number, body: object) =>
      desk.t.call('PATCH', path, { token: desk.token, body, headers: { 'if-match': `"${version}"` } })
    const changed = await change(1, { description: 'New', eventNames: ['DOSSIER_ADDED'] })
    expect(changed.json()).toMatchObject({ version: 2, description: 'New', eventNames: ['DOSSIER_ADDED'] })
    expect((await change(1, { description: 'Other' })).statusCode).toBe(412)
    expect((await change(2, { url: 'https://10.0.0.1/' })).statusCode).toBe(422)
    expect((await change(2, { description: 'New' })).json()).toMatchObject({ version: 2 })
    for (let nth = 2; nth <= 20; nth += 1) await desk.webhook(receiver.url)
    await expect(desk.webhook(receiver.url)).rejects.toThrow('WEBHOOK_LIMIT_REACHED')
  })

  test('A deleted webhook is gone, and the purge removes what it left', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(3)
    await desk.deliverAll(made)
    await desk.tell(1)
    await desk.fanOut()
    await desk.call('DELETE', `/webhooks/${made.endpointId}`)
    await expect(desk.present(made)).rejects.toThrow('WEBHOOK_NOT_FOUND')
    await expect(desk.deliveries(made)).rejects.toThrow('WEBHOOK_NOT_FOUND')
    await desk.deliver(made.endpointId)
    expect(receiver.received).toHaveLength(3)
    const purge = purgeWebhooks({ accountIds: async () => [desk.accountId], logDays: 30 })
    await desk.run('webhooks.purge', purge, {})
    for (const table of ['webhook_endpoint', 'webhook_delivery', 'webhook_attempt']) {
      const { rows } = await desk.t.admin.query(`select from ${table} where account_id = $1`, [
        desk.accountId,
      ])
      expect(rows, table).toEqual([])
    }
  })
})

describe('From the journal to the deliveries', () => {
  test('A thousand events reach each endpoint once, in their order, and only those it subscribed to', async () => {
    await desk.tell(5)
    const all = await desk.webhook(receiver.url)
    const some = await desk.webhook(receiver.url, { eventNames: ['THIRD_PARTY_UPDATED'] })
    for (let nth = 0; nth < 4; nth += 1) {
      await desk.tell(230)
      await desk.tell(20, 'THIRD_PARTY_UPDATED')
    }
    expect(await desk.jobs('webhooks.fan-out')).toHaveLength(1)
    await Promise.all([desk.fanOut(), desk.fanOut()])
    await desk.fanOut()
    const made = async ({ endpointId }: Webhook) => {
      const { rows } = await desk.t.admin.query<{ seq: string }>(
        'select event_seq as seq from webhook_delivery where endpoint_id = $1 order by delivery_id',
        [endpointId],
      )
      return rows.map(({ seq }) => Number(seq))
    }
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
    expect(await made(all)).toEqual(range(6, 1_005))
    expect(await made(some)).toEqual(range(6, 1_005).filter((seq) => (seq - 6) % 250 >= 230))
    expect(await desk.present(some)).toMatchObject({ reached: 1_005 })
    expect(await desk.jobs('webhooks.deliver')).toHaveLength(2)

    await desk.deliver(some.endpointId)
    const arrived = bodies().map(({ data }) => data.seq)
    expect(new Set(arrived).size).toBe(80)
    expect(arrived.toSorted((a, b) => a - b)).toEqual(await made(some))
    expect(receiver.open.most).toBeLessThanOrEqual(4)
    const page = await desk.call<{ content: Delivery[]; totalElements: number; next: string }>(
      'GET',
      `/webhooks/${some.endpointId}/deliveries?state=DELIVERED&size=60`,
    )
    expect(page).toMatchObject({ totalElements: 80, content: { length: 60 } })
    const path = `/webhooks/${some.endpointId}/deliveries?state=DELIVERED&size=60&cursor=${page.next}`
    const rest = await desk.call<{ content: Delivery[] }>('GET', path)
    expect([...page.content, ...rest.content].map(({ seq }) => seq)).toEqual((await made(some)).toReversed())
  })

  test('The job is committed with the events, and exists only when there are subscribers', async () => {
    await desk.tell(1)
    expect(await desk.jobs('webhooks.fan-out')).toEqual([])
    const made = await desk.webhook(receiver.url)
    await desk.fanOut()
    await desk.t.admin.query(`select graphile_worker.remove_job('webhooks.fan-out:' || $1)`, [desk.accountId])
    const failing = desk.t.db.write(desk.scope, async (tx) => {
      recordPast(tx, desk.scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await desk.jobs('webhooks.fan-out')).toEqual([])
    await desk.tell(1)
    expect(await desk.jobs('webhooks.fan-out')).toHaveLength(1)
    // While further events are on their way, no worker can take the waiting job and miss them.
    const takeable = async () => {
      const look = `select from graphile_worker._private_jobs where key = $1 for update skip locked`
      return (await desk.t.admin.query(look, [`webhooks.fan-out:${desk.accountId}`])).rowCount
    }
    const meanwhile = await desk.t.db.write(desk.scope, async (tx) => {
      const seen: unknown[] = []
      recordPast(tx, desk.scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 })
      beforeCommit(tx, async () => void seen.push(await takeable()), 'very last')
      return seen
    })
    expect(meanwhile).toEqual([0])
    expect(await takeable()).toBe(1)
    // Another account has nothing of it.
    const other = await openDesk(desk.t)
    await other.tell(2)
    expect(await other.jobs('webhooks.fan-out')).toEqual([])
    await desk.fanOut()
    expect(await desk.deliveries(made)).toHaveLength(2)
  })

  test('Events during a pause arrive after it', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(1)
    await desk.fanOut()
    await desk.call('POST', `/webhooks/${made.endpointId}/pause`)
    await desk.tell(2)
    await desk.deliverAll(made)
    expect(receiver.received).toEqual([])
    expect(await desk.call('POST', `/webhooks/${made.endpointId}/resume`)).toMatchObject({
      state: 'ACTIVE',
      stateReason: null,
    })
    // The worker's clock had stood still.
    desk.clock.advance(60_000)
    await desk.deliverAll(made)
    expect(bodies().map(({ data }) => data.seq)).toEqual([1, 2, 3])
    // And one that begins in the past gets the past.
    await desk.webhook(receiver.url, { startAfter: 1 }).then(desk.deliverAll)
    expect(bodies().map(({ data }) => data.seq)).toEqual([1, 2, 3, 2, 3])
  })

  test('Lost delivery jobs are found and created again', async () => {
    const made = await desk.webhook(receiver.url)
    const lose = () =>
      desk.t.admin.query(
        `delete from graphile_worker._private_jobs where (payload ->> 'accountId')::bigint = $1`,
        [desk.accountId],
      )
    const sweep = () =>
      desk.run('webhooks.sweep', sweepWebhooks({ accountIds: async () => [desk.accountId] }), {})
    await desk.tell(1)
    await lose()
    await sweep()
    expect(await desk.jobs('webhooks.fan-out')).toHaveLength(1)
    await desk.fanOut()
    await lose()
    await sweep()
    expect(await desk.jobs('webhooks.deliver')).toEqual([])
    desk.clock.advance(130_000)
    await sweep()
    expect(await desk.jobs('webhooks.deliver')).toHaveLength(1)
    await desk.deliver(made.endpointId)
    await lose()
    await sweep()
    expect(await desk.jobs('webhooks.deliver')).toEqual([])
  })
})

describe('Webhook messages', () => {
  test('A message is the event in the envelope of Standard Webhooks, signed', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.tell(1)
    await desk.deliverAll(made)
    const [got] = receiver.received
    const [delivery] = await desk.deliveries(made)
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': `msg_${delivery?.deliveryId}`,
      'webhook-timestamp': String(Math.floor(desk.clock.now().getTime() / 1_000)),
    })
    expect(JSON.parse(got?.body ?? '')).toMatchObject({
      type: 'THIRD_PARTY_ADDED',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        accountId: desk.accountId,
        seq: 1,
        eventName: 'THIRD_PARTY_ADDED',
        resourceId: 1,
        data: { nth: 1 },
      },
    })
    expect(await isSigned(got!, made.secret)).toBe(true)
    expect(await isSigned({ ...got!, body: `${got!.body} ` }, made.secret)).toBe(false)
    expect(await isSigned(got!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    const detail = await desk.detail(made, delivery!.deliveryId)
    expect(detail).toMatchObject({ state: 'DELIVERED', attempts: 1, body: got!.body, nextAttemptAt: null })
    expect(detail.log).toMatchObject([{ status: 204, error: null, bodyUnchanged: true }])
    expect(detail.log[0]?.requestHeaders).toMatchObject({
      'webhook-signature': got!.headers['webhook-signature'],
    })
  })

  test('A message is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
    const made = await desk.webhook(receiver.url)
    const rotated = await desk.call<Webhook>('POST', `/webhooks/${made.endpointId}/rotate-secret`)
    expect(rotated.secret).not.toBe(made.secret)
    const signers = async () => {
      await desk.tell(1)
      await desk.deliverAll(made)
      const last = receiver.received.at(-1)!
      return [await isSigned(last, made.secret), await isSigned(last, rotated.secret)]
    }
    expect(await signers()).toEqual([true, true])
    desk.clock.advance(day + 60_000)
    expect(await signers()).toEqual([false, true])
  })

  test('A message says no more of a person who was erased, in the log either', async () => {
    const made = await desk.webhook(receiver.url)
    const person = { type: 'USER', id: 4_711 } as const
    const scope = { ...desk.scope, actor: { ...person, name: 'Ada Lovelace' } }
    await desk.t.db.write(scope, async (tx) =>
      recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId: 1 }),
    )
    receiver.answer(withStatus(500))
    await desk.deliverAll(made)
    const [delivery] = await desk.deliveries(made)
    expect((await desk.detail(made, delivery!.deliveryId)).body).toContain('Ada Lovelace')
    await desk.t.db.write(scope, (tx) => forgetPerson(tx, scope, person))
    desk.clock.advance(10_000)
    await desk.deliver(made.endpointId)
    expect(receiver.received.map(({ body }) => body.includes('Ada Lovelace'))).toEqual([true, false])
    const detail = await desk.detail(made, delivery!.deliveryId)
    expect(JSON.stringify(detail)).not.toContain('Ada')
    expect(detail.log.map(({ bodyUnchanged }) => bodyUnchanged)).toEqual([false, true])
  })

  test('A test message is sent at once, marked as such, and its outcome is reported', async () => {
    const made = await desk.webhook(receiver.url)
    await desk.call('POST', `/webhooks/${made.endpointId}/pause`)
    receiver.answer(withStatus(200, {}, 'thanks'))
    const told = await desk.call<object>('POST', `/webhooks/${made.endpointId}/test`)
    expect(told).toMatchObject({ delivered: true, status: 200, error: null })
    expect(JSON.stringify(told)).not.toContain('thanks')
    expect(told).toMatchObject({ answerType: null, answerBytes: 6 })
    const got = receiver.received[0]!
    expect(JSON.parse(got.body)).toMatchObject({
      type: 'webhook.test',
      data: { test: true, endpointId: made.endpointId },
    })
    expect(await isSigned(got, made.secret)).toBe(true)
    receiver.answer(withStatus(500))
    expect(await desk.call('POST', `/webhooks/${made.endpointId}/test`)).toMatchObject({
      delivered: false,
      status: 500,
      error: 'STATUS',
    })
    const log = await desk.deliveries(made)
    expect(log).toMatchObject([
      { state: 'DEAD', seq: null, test: true, eventName: 'webhook.test' },
      { state: 'DELIVERED', seq: null, test: true },
    ])
    expect((await desk.detail(made, log[1]!.deliveryId)).body).toBe(got.body)
    expect(await desk.present(made)).toMatchObject({ consecutiveFailures: 0 })
  })
})
