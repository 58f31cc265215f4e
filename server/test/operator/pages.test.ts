import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcessHeartbeat, verifyForOperator } from '../../src/domain/operator/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { queueMail } from '../../src/platform/mail/index.ts'
import { administrationOf } from '../accounts/administration-of.ts'
import { operatorDesk, outcomeOf, type OperatorDesk } from './operator-desk.ts'

const programToken = 'operator-token-of-at-least-32-characters'
let desk: OperatorDesk
let cookie: string
beforeAll(async () => {
  desk = await operatorDesk({
    environment: {
      OPERATOR_TOKEN: programToken,
      SMTP_URL: 'smtp://u:hidden@127.0.0.1',
      MAIL_FROM: 'a@b.example',
    },
  })
  cookie = await desk.enter('looks@operators.example')
})
afterAll(() => desk.close())

const get = async <T>(path: string) => {
  const answer = await desk.ask('GET', path, { cookie })
  expect(answer.statusCode).toBe(200)
  return answer.json<T>()
}
interface Account {
  accountId: number
  name: string
  companies: number
  users: number
  standing: { state: string; deletionDueAt: string | null } | null
  quotas: { quota: string; most: number; own: boolean }[]
  journal: { seq: number; verifiedAt: string | null; verifiedEvents: number | null; brokenSeq: number | null }
}
const accountOf = async (accountId: number) => {
  const { content } = await get<{ content: Account[] }>(`/accounts?after=${accountId - 1}&size=1`)
  return content[0]
}

it('A process shows while it lives, as silent when it was killed, and not at all when it stopped in order', async () => {
  const facts = { role: 'WORKER', runsJobs: true, version: '1.2.3', host: 'one', pid: 7 } as const
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const [killed, ordered] = [
    await startProcessHeartbeat(desk.db, { ...facts, processId: ids[0] }),
    await startProcessHeartbeat(desk.db, { ...facts, processId: ids[1] }),
  ]
  const states = async () => {
    const { content } = await get<{ content: { processId: string; silent: boolean }[] }>('/processes')
    return content.map(({ processId, silent }) => [processId, silent])
  }
  expect(await states()).toHaveLength(2)
  await ordered.stop()
  await desk.admin.query(`update process_heartbeat set seen_at = now() - interval '1 minute'`)
  expect(await states()).toEqual([[ids[0], true]])
  const { attention } = await get<{ attention: { kind: string }[] }>('/overview')
  const kinds = attention.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['NO_WORKER', 'SILENT_PROCESS', 'BACKUP_OFF']))
  await desk.admin.query(`update process_heartbeat set seen_at = now() - interval '2 days'`)
  await startProcessHeartbeat(desk.db, { ...facts, processId: ids[1] }).then((other) => other.stop())
  expect(await states()).toEqual([])
  await killed.stop()
})

it('An account shows in figures, page by page, and never by the names of its companies', async () => {
  const { accountId, token } = await desk.given.office()
  const { accountId: other } = await desk.given.account()
  const company = { name: 'Hidden Harbour Works', countryCode: 'GB' }
  const url = `/api/v1/account/${accountId}/thirdparties`
  const added = await desk.call('POST', url, { token, body: { unmanaged: company } })
  expect(added.statusCode).toBe(201)
  const first = await get<{ content: Account[]; next: number | null }>(
    `/accounts?after=${accountId - 1}&size=1`,
  )
  expect(first.content.map((one) => one.accountId)).toEqual([accountId])
  expect(first.next).toBe(accountId)
  const second = await get<{ content: Account[] }>(`/accounts?after=${first.next}&size=50`)
  expect(second.content.map((one) => one.accountId)).toContain(other)
  expect(first.content[0]?.companies).toBe(1)
  expect(JSON.stringify(first)).not.toContain('Hidden')
})

it('An account that is suspended, or about to be deleted, says so, and until when', async () => {
  const { accountId } = await desk.given.account()
  expect((await accountOf(accountId))?.standing).toBeNull()
  await desk.admin.query(
    `insert into account_standing (account_id, deletion_asked_at, deletion_asked_by_type, deletion_reason, deletion_due_at)
     values ($1, now(), 'OPERATOR', 'they leave', '2031-05-06T07:08:09Z')`,
    [accountId],
  )
  const leaving = { state: 'LEAVING', deletionDueAt: '2031-05-06T07:08:09.000' }
  expect((await accountOf(accountId))?.standing).toEqual(leaving)
  await desk.admin.query(
    `update account_standing set suspended_at = now(), suspension_reason = 'unpaid' where account_id = $1`,
    [accountId],
  )
  expect((await accountOf(accountId))?.standing).toEqual({ ...leaving, state: 'SUSPENDED' })
})

it('A program with the token reads and looks after jobs, and is refused what needs a person', async () => {
  const { accountId } = await desk.given.account()
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    outcomeOf(await desk.call(method, `/api/operator${path}`, { token: programToken, ...(body && { body }) }))
  expect((await ask('GET', '/accounts'))[0]).toBe(200)
  expect((await ask('GET', `/accounts/${accountId}/mails`))[0]).toBe(200)
  expect((await ask('POST', '/jobs/retry', { jobIds: [999_999_999] }))[0]).toBe(200)
  const refused = [403, 'OPERATOR_PERSON_REQUIRED']
  const own = `/accounts/${accountId}`
  expect(await ask('PUT', `${own}/quotas/SEARCHES_PER_DAY`, { most: 1 })).toEqual(refused)
  expect(await ask('POST', `${own}/journal/verify`)).toEqual(refused)
  expect(await ask('POST', `${own}/mails/resend`, { mailIds: [1] })).toEqual(refused)
})

it('A quota that an operator sets holds at once, is told to the account, and can be given back', async () => {
  const { accountId, token } = await desk.given.office()
  const put = (most: number | null) =>
    desk.ask('PUT', `/accounts/${accountId}/quotas/SEARCHES_PER_DAY`, { cookie, body: { most } })
  const search = async () =>
    outcomeOf(
      await desk.call('POST', `/api/v1/account/${accountId}/thirdparties/search`, {
        token,
        body: { searchBy: 'SIREN', countryCode: 'FR', value: '552100554' },
      }),
    )
  expect((await put(1)).statusCode).toBe(200)
  const searches = async () =>
    (await accountOf(accountId))?.quotas.find(({ quota }) => quota === 'SEARCHES_PER_DAY')
  expect(await searches()).toEqual({ quota: 'SEARCHES_PER_DAY', most: 1, own: true })
  await search()
  expect((await search())[1]).toBe('QUOTA_EXCEEDED')
  expect((await put(null)).statusCode).toBe(200)
  expect((await search())[1]).not.toBe('QUOTA_EXCEEDED')
  expect(await searches()).toMatchObject({ own: false })
  const told = (await administrationOf(desk, accountId)).filter(({ name }) => name === 'QUOTA_CHANGED')
  expect(told.map(({ actorType }) => actorType)).toEqual(['OPERATOR', 'OPERATOR'])
  expect(
    outcomeOf(
      await desk.ask('PUT', '/accounts/999999999/quotas/SEARCHES_PER_DAY', { cookie, body: { most: 5 } }),
    ),
  ).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  expect((await put(0)).statusCode).toBe(400)
})

it('A journal is verified by a job, and what came of it shows', async () => {
  const { accountId } = await desk.given.office()
  const asked = await desk.ask('POST', `/accounts/${accountId}/journal/verify`, { cookie })
  expect(asked.statusCode).toBe(202)
  const { rowCount } = await desk.admin.query(`select from graphile_worker._private_jobs where key = $1`, [
    `journal.verify:${accountId}`,
  ])
  expect(rowCount).toBe(1)
  await verifyForOperator({ accountId }, { db: desk.db } as never)
  const { journal } = (await accountOf(accountId)) ?? {}
  expect(journal?.verifiedAt).not.toBeNull()
  expect(journal).toMatchObject({ verifiedEvents: journal?.seq, brokenSeq: null })
})

it('Mails show by day with masked addresses, and a refused one can be sent again', async () => {
  const { accountId } = await desk.given.account()
  const scope = wholeAccount(accountId)
  const words = { subject: 'Hello', text: 'Hidden words.', html: '<p>Hidden words.</p>' }
  const mail = { template: 'test', recipient: 'jane.doe@supplier.example', language: 'en' as const, ...words }
  const mailId = await desk.db.write(scope, (tx) =>
    queueMail(tx, scope as never, { ...mail, dedupeKey: 'one' }),
  )
  await desk.admin.query(`delete from graphile_worker._private_jobs where key = $1`, [`mail:${mailId}`])
  await desk.admin.query(`update mail set status = 'FAILED', last_error = 'EENVELOPE' where mail_id = $1`, [
    mailId,
  ])
  interface Mails {
    days: { refused: number; waiting: number }[]
    refused: { mailId: number; recipient: string }[]
  }
  const before = await get<Mails>(`/accounts/${accountId}/mails`)
  expect(before.days).toMatchObject([{ refused: 1, waiting: 0 }])
  expect(before.refused).toMatchObject([{ mailId, recipient: 'j…@….example' }])
  expect(JSON.stringify(before)).not.toMatch(/jane|supplier|Hidden/)
  const again = await desk.ask('POST', `/accounts/${accountId}/mails/resend`, {
    cookie,
    body: { mailIds: [mailId] },
  })
  expect(again.json()).toEqual({ changed: 1 })
  const { rowCount } = await desk.admin.query(`select from graphile_worker._private_jobs where key = $1`, [
    `mail:${mailId}`,
  ])
  expect(rowCount).toBe(1)
  expect((await get<Mails>(`/accounts/${accountId}/mails`)).days).toMatchObject([{ refused: 0, waiting: 1 }])
})

it('Trusted lists show with version, import and countries, and need attention a month before they end', async () => {
  interface Trusted {
    trusted: { version: number; importedAt: string; staleFrom: string; lists: { country: string }[] }
  }
  const ends = { FR: '2099-02-01T00:00:00.000Z', EU: '2099-01-01T00:00:00.000Z', XX: null }
  const imported = async (days: typeof ends | { FR: string }) => {
    const facts = { isListOfLists: false, sequence: 7, issuedAt: '2026-01-01T00:00:00.000Z', services: 3 }
    const lists = Object.entries(days).map(([country, nextUpdate]) => ({ country, nextUpdate, ...facts }))
    await desk.admin.query(
      `insert into trust_version (version, digest, lists, kept)
       select coalesce(max(version), 0) + 1, sha256($1::text::bytea), $1::jsonb, 'kept' from trust_version`,
      [JSON.stringify(lists)],
    )
    const { attention } = await get<{ attention: { kind: string; count: number }[] }>('/overview')
    return attention.filter(({ kind }) => kind === 'TRUSTED_LISTS_END').map(({ count }) => count)
  }
  expect(await imported(ends)).toEqual([])
  const { trusted } = await get<Trusted>('/lists')
  expect(trusted).toMatchObject({ version: 1, staleFrom: '2099-01-01T00:00:00.000' })
  expect(trusted.lists).toMatchObject([
    { country: 'FR', sequence: 7, nextUpdate: '2099-02-01T00:00:00.000', services: 3 },
    { country: 'EU' },
    { country: 'XX', nextUpdate: null },
  ])
  expect(await imported({ ...ends, FR: '2026-01-31T00:00:00.000Z' })).toEqual([1])
})

it('Lists, providers, backups, migrations and settings answer, and no secret is shown', async () => {
  expect(await get('/lists')).toHaveProperty('content')
  expect(await get('/providers')).toHaveProperty('content')
  expect(await get('/backups')).toMatchObject({ everyHours: 0, fault: null, content: [] })
  const { applied } = await get<{ applied: { name: string }[] }>('/migrations')
  expect(applied.map(({ name }) => name)).toContain('0048-operators.sql')
  const settings = await get<{ content: { feature: string; on: boolean | null }[] }>('/settings')
  expect(settings.content.find(({ feature }) => feature === 'MAIL')?.on).toBe(true)
  expect(JSON.stringify(settings)).not.toContain('hidden')
})
