import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrationOf } from '../../../test/accounts/administration-of.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { queueMail, renderMail, secretLink } from '../../platform/mail/index.ts'

const token = 'operator-token-of-at-least-32-characters'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: { OPERATOR_TOKEN: token } })
})
afterAll(() => t.close())

interface Jobs {
  quarantine: unknown
  tasks: { task: string; waiting: number; later: number; failed: number; oldestWaitingSeconds: number }[]
  content: { jobId: number; task: string; accountId: number | null; state: string; fault: string | null }[]
  next: number | null
}
const list = async (query = '') => (await t.call('GET', `/api/operator/jobs${query}`, { token })).json<Jobs>()
const act = (what: 'retry' | 'drop', body: object) =>
  t.call('POST', `/api/operator/jobs/${what}`, { token, body })

const words = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }
async function mailOf(accountId: number, dedupeKey: string, change: object = {}): Promise<number> {
  const mail = { template: 'test', recipient: 'jane@supplier.example', language: 'en' as const, ...words }
  const scope = wholeAccount(accountId)
  const written = await t.db.write(scope, (tx) => queueMail(tx, scope, { ...mail, dedupeKey, ...change }))
  return written ?? 0
}
/** As the last of all attempts leaves them. */
const failFor = (accountId: number) =>
  t.admin.query(
    `with failed as (
       update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Error ECONNREFUSED at smtp.ts:1'
       where (payload ->> 'accountId')::bigint = $1 returning (payload ->> 'mailId')::bigint as mail_id)
     update mail set status = 'FAILED', last_error = 'ECONNREFUSED', secret = null from failed
     where mail.mail_id = failed.mail_id`,
    [accountId],
  )
const mailsOf = async (accountId: number) => {
  const { rows } = await t.admin.query<{ status: string; last_error: string | null }>(
    'select status, last_error from mail where account_id = $1 order by mail_id',
    [accountId],
  )
  return rows.map((row) => [row.status, row.last_error])
}

describe('The door of the operator', () => {
  it('No token opens the door of an installation without a token', async () => {
    const closed = await testApp()
    const answer = await closed.call('GET', '/api/operator/jobs', { token })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      401,
      'OPERATOR_SIGN_IN_REQUIRED',
    ])
    await closed.close()
  })

  it('The door stays shut to whoever brings no token, another one, or that of an account', async () => {
    const { token: ofAccount } = await t.given.office()
    const codeOf = async (given?: string) =>
      (await t.call('GET', '/api/operator/jobs', given === undefined ? {} : { token: given })).json<{
        code: string
      }>().code
    expect(await codeOf()).toBe('OPERATOR_SIGN_IN_REQUIRED')
    expect(await codeOf(`${token}x`)).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(ofAccount)).toBe('AUTH_TOKEN_INVALID')
    const body = { nonsense: true }
    expect((await t.call('POST', '/api/operator/jobs/drop', { body })).statusCode).toBe(401)
  })
})

describe('The list of jobs', () => {
  it('The list tells what waits and what failed, page by page, and never what a job is about', async () => {
    const { accountId } = await t.given.account()
    for (const key of ['a', 'b', 'c']) await mailOf(accountId, key)
    await t.db.write(wholeAccount(accountId), (tx) =>
      enqueue(tx, 'statistics.refresh', { accountId }, { runAt: new Date(Date.now() + 3_600_000) }),
    )
    await failFor(accountId)
    await mailOf(accountId, 'd')
    const first = await list(`?accountId=${accountId}&task=mail.send&size=2`)
    expect(first.content.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(first.content[0]).toMatchObject({ accountId, fault: 'Error ECONNREFUSED at smtp.ts:1' })
    expect(first.content[0]).not.toHaveProperty('payload')
    const second = await list(`?accountId=${accountId}&task=mail.send&size=2&after=${first.next}`)
    expect(second.content.map(({ state }) => state)).toEqual(['failed', 'waiting'])
    expect(second.next).toBeNull()
    expect((await list(`?accountId=${accountId}&state=waiting`)).content).toHaveLength(1)
    expect(first.quarantine).toBeNull()
    expect(first.tasks.find(({ task }) => task === 'mail.send')).toMatchObject({ failed: 3 })

    const read = async () => (await t.call('GET', '/metrics')).body
    await expect.poll(read, { timeout: 20_000 }).toMatch(/^vigie_quarantine 0$/m)
    await expect.poll(read, { timeout: 20_000 }).toMatch(/^vigie_jobs\{state="failed"\} \d+$/m)
    const metrics = await read()
    expect(metrics).toMatch(/^vigie_jobs_failed\{task="mail.send"\} 3$/m)
    expect(metrics).toMatch(/^vigie_jobs_oldest_waiting_seconds\{task="mail.send"\} /m)
  })
})

describe('Acts of the operator on jobs', () => {
  it('A retry lets failed mails be tried again, but not one whose link was forgotten', async () => {
    const { accountId } = await t.given.account()
    await mailOf(accountId, 'plain')
    const way = { label: 'Open', url: secretLink('https://vigie.example/portal#link=', 'AbC-1_2') }
    const rendered = renderMail({
      language: 'en',
      title: 'Way in',
      paragraphs: [],
      action: way,
      footer: 'Vigie',
    })
    await mailOf(accountId, 'link', rendered)
    await failFor(accountId)
    const { content } = await list(`?accountId=${accountId}&state=failed`)
    const answer = await act('retry', { jobIds: [...content.map(({ jobId }) => jobId), 999_999_999] })
    expect([answer.statusCode, answer.json()]).toEqual([200, { changed: 2, left: 1 }])
    expect((await list(`?accountId=${accountId}&state=waiting`)).content).toHaveLength(2)
    expect(await mailsOf(accountId)).toEqual([
      ['QUEUED', null],
      ['FAILED', 'ECONNREFUSED'],
    ])
    const told = await administrationOf(t, 0)
    expect(told.at(-1)).toMatchObject({
      name: 'JOBS_RETRIED',
      actorType: 'OPERATOR',
      after: { count: 2, tasks: { 'mail.send': 2 } },
    })
  })

  it('A drop takes a mail with its job, and tells the account', async () => {
    const { accountId } = await t.given.account()
    await mailOf(accountId, 'one')
    const [job] = (await list(`?accountId=${accountId}`)).content
    const answer = await act('drop', { jobIds: [job?.jobId] })
    expect(answer.json()).toEqual({ changed: 1, left: 0 })
    expect(await mailsOf(accountId)).toEqual([['FAILED', 'DROPPED']])
    expect((await administrationOf(t, accountId)).at(-1)).toMatchObject({ name: 'JOBS_DROPPED' })
    expect((await act('drop', { task: 'mail.send', state: 'later' })).json()).toEqual({ changed: 0, left: 0 })
  })

  it('An act on nothing in particular is refused, for it would be on everything', async () => {
    const answer = await act('drop', {})
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('A running job is left alone', async () => {
    const { accountId } = await t.given.account()
    await mailOf(accountId, 'busy')
    await t.admin.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'
       where (payload ->> 'accountId')::bigint = $1`,
      [accountId],
    )
    const [job] = (await list(`?accountId=${accountId}&state=running`)).content
    for (const what of ['retry', 'drop'] as const)
      expect((await act(what, { jobIds: [job?.jobId] })).json()).toEqual({ changed: 0, left: 1 })
  })
})
