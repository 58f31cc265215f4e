import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIssuerFetch } from '../../src/domain/accounts/outside-fetch.ts'
import { runAnchoring } from '../../src/domain/anchors/deliver-anchors.task.ts'
import { createOutbound } from '../../src/domain/references/outbound/outbound.ts'
import { fetchTasks } from '../../src/domain/watchlists/index.ts'
import { createSender } from '../../src/domain/webhooks/index.ts'
import { clamdScanner, newObjectKey, reportOutcomes, s3Store } from '../../src/platform/files/index.ts'
import { startWorker } from '../../src/platform/jobs/index.ts'
import { createCheckpointSigner, updateCheckpoints } from '../../src/platform/journal/index.ts'
import { dependencies, jobScope, systemClock, type DependencyKind } from '../../src/platform/kernel/index.ts'
import { queueMail, sendMail, smtpTransport } from '../../src/platform/mail/index.ts'
import { fakeSmtp } from '../fakes/smtp.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { until } from '../product/processes.ts'
import { startPrometheus, type Prometheus } from './prometheus.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const signal = new AbortController().signal
const from = 'vigie@example.org'
let t: TestApp
let prometheus: Prometheus
let office: Awaited<ReturnType<TestApp['given']['office']>>
/** Nobody listens there. */
let closedPort = 0

beforeAll(async () => {
  t = await testApp()
  office = await t.given.office()
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  closedPort = (gone.address() as AddressInfo).port
  await new Promise((resolve) => gone.close(resolve))
  prometheus = await startPrometheus([{ job: 'vigie', address: new URL(await t.listen()).host }])
  await until('the first scrape', async () => (await prometheus.ask('up')) === 1)
})
afterAll(async () => {
  await prometheus.stop()
  // Whoever shares this process begins with services that are well.
  for (const { dependency, name } of dependencies.states()) dependencies.succeed(dependency, name)
  await t.close()
})

const nothing = () => undefined
const ask = (dependency: DependencyKind, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () => {
      const baseUrl = `http://127.0.0.1:${closedPort}`
      const outbound = createOutbound({ name: 'far', baseUrl, dependency, attempts: 1 })
      return outbound.ask({ path: '/', schema: Type.Object({}) })
    }),
  )

const scan = () =>
  clamdScanner({ host: '127.0.0.1', port: closedPort, timeoutMs: 300, maxBytes: 1_000 })
    .scan(Readable.from([Buffer.from('x')]), 1)
    .catch(nothing)

const mailOf = (nth: number) => ({
  dedupeKey: `m${nth}`,
  template: 'test',
  recipient: 'jane@supplier.example',
  language: 'en' as const,
  subject: 'A mail',
  text: 'Hello',
  html: '<p>Hello</p>',
})

async function queueMails(count: number): Promise<void> {
  const scope = jobScope(office.accountId, 'test')
  await t.db.write(scope, async (tx) => {
    for (let nth = 0; nth < count; nth += 1) await queueMail(tx, scope, mailOf(nth))
  })
}

async function workOn(relay: string): Promise<{ stop(): Promise<void> }> {
  const transport = smtpTransport({ url: relay, from, timeoutMs: 500 })
  const worker = await startWorker({
    url: t.appUrl,
    handlers: { 'mail.send': sendMail(transport) },
    schedule: [],
    concurrency: 2,
    log: quiet,
    clock: systemClock,
  })
  return {
    stop: async () => {
      await worker.stop()
      transport.close()
    },
  }
}

const expectAlarm: Prometheus['expectAlarm'] = (alert, cause) => prometheus.expectAlarm(alert, cause)

describe('Faults outside make their alarms ring', { shuffle: false }, () => {
  test('Mails that the relay refuses, and then a relay that is gone while a mail grows old', async () => {
    const smtp = await fakeSmtp()
    smtp.misbehave(...Array.from({ length: 25 }, () => 'unknown-550' as const))
    await queueMails(25)
    let worker = await workOn(smtp.url)
    await expectAlarm('VigieMailsRefused')
    await worker.stop()
    await smtp.close()
    worker = await workOn(`smtp://127.0.0.1:${closedPort}`)
    const scope = jobScope(office.accountId, 'test')
    await t.db.write(scope, (tx) => queueMail(tx, scope, mailOf(100)))
    await expectAlarm('VigieMailRelayDown')
    await worker.stop()
    await expectAlarm('VigieMailsLate', () =>
      t.admin.query(`update graphile_worker._private_jobs set created_at = now() - interval '2 hours'`),
    )
  }, 180_000)

  test('A scanner, a store, registers and providers that are gone', async () => {
    await expectAlarm('VigieScannerDown', scan)
    await expectAlarm('VigieFaultsComeAndGo', async () => {
      for (let nth = 0; nth < 60; nth += 1) await scan()
    })
    const endpoint = `http://127.0.0.1:${closedPort}`
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
    const gone = await s3Store({ endpoint, region: 'r', bucket: 'b', forcePathStyle: true, ...credentials })
    await expectAlarm('VigieStoreDown', () => reportOutcomes(gone).get(newObjectKey(7)).catch(nothing))
    await gone.close()
    await expectAlarm('VigieRegisterDown', () => ask('register'))
    await expectAlarm('VigieProviderDown', () => ask('provider', 5))
    await expectAlarm('VigieVerificationDown', () => ask('verification'))
    await expectAlarm('VigieScreeningServiceDown', () => ask('screening'))
  }, 180_000)

  test('A list that cannot be fetched, and one that nobody has confirmed for days', async () => {
    const list = {
      source: 'UN',
      addresses: [`http://127.0.0.1:${closedPort}/un.xml`],
      isOwnAddress: true,
    } as const
    const { 'watchlists.fetch': fetchList } = fetchTasks({
      fetched: [list],
      everyHours: 24,
      maxBytes: 1_000,
      onChange: () => Promise.resolve(),
    })
    const context = { db: t.db, clock: systemClock, scope: null, signal, attempt: 1, isLastAttempt: false }
    await expectAlarm('VigieListNotFetched', () =>
      fetchList({ source: 'UN' }, { ...context, log: quiet }).catch(nothing),
    )
    await expectAlarm('VigieListOld', () =>
      t.admin.query(
        `insert into watchlist (source, list_class, name, version, confirmed_at)
         values ('EU', 'SANCTIONS', 'EU', 1, now() - interval '4 days')`,
      ),
    )
    expect(await prometheus.ask('max(vigie_list_age_seconds{list="EU"})')).toBe(4 * 86_400)
  }, 120_000)

  test('Trusted lists that must be replaced soon, and then some that should have been', async () => {
    const importedBy = (interval: string) =>
      t.admin.query(
        `insert into trust_version (version, digest, lists, kept)
         select coalesce(max(version), 0) + 1, sha256($1::bytea), jsonb_build_array(
           jsonb_build_object('country', 'EU', 'nextUpdate', now() + interval '300 days'),
           jsonb_build_object('country', 'XX', 'nextUpdate', null),
           jsonb_build_object('country', 'FR', 'nextUpdate', now() + $2::interval)), '\\x00' from trust_version`,
        [interval, interval],
      )
    const left = 'max(vigie_trusted_lists_next_update_timestamp_seconds) - time()'
    expect(await prometheus.ask(left)).toBeNull()
    await importedBy('31 days')
    await until('the lists are seen', async () => ((await prometheus.ask(left)) ?? 0) > 30 * 86_400)
    await expectAlarm('VigieTrustedListsEnd', () => importedBy('29 days'))
    await expectAlarm('VigieTrustedListsOutdated', () => importedBy('-1 day'))
  }, 180_000)

  test('An identity provider and webhooks that nobody reaches, and an event that waits for days', async () => {
    const fetchIssuer = createIssuerFetch([{ host: '127.0.0.1', port: null }])
    await expectAlarm('VigieIdentityProviderDown', async () => {
      for (let nth = 0; nth < 5; nth += 1) await fetchIssuer(`http://127.0.0.1:${closedPort}/`).catch(nothing)
    })
    const post = createSender({ allowedHosts: [{ host: '127.0.0.1', port: null }], timeoutMs: 2_000 })
    await expectAlarm('VigieWebhooksFail', async () => {
      const message = { url: `http://127.0.0.1:${closedPort}/`, headers: {}, body: '{}' }
      for (let nth = 0; nth < 20; nth += 1) await post(message, signal)
    })
    await expectAlarm('VigieWebhooksLate', () =>
      t.admin.query(
        `with made as (
           insert into webhook_endpoint (account_id, url, state_since, sealed_secret, cursor_seq, created_at, updated_at)
           values ($1, 'https://hooks.example.org/', now(), 'x', 0, now(), now()) returning account_id, endpoint_id)
         insert into webhook_delivery (account_id, endpoint_id, created_at, next_attempt_at)
         select account_id, endpoint_id, now() - interval '2 days', now() + interval '1 hour' from made`,
        [office.accountId],
      ),
    )
  }, 120_000)

  test('An anchor that does not take a checkpoint', async () => {
    await t.given.thirdParty(office)
    const signer = createCheckpointSigner(new Uint8Array(32).fill(1))
    const { accountId } = office
    await updateCheckpoints(t.db, { signer, folder: '/nowhere' }, { accountIds: [accountId], log: quiet })
    const post = createSender({
      allowedHosts: [{ host: '127.0.0.1', port: null }],
      timeoutMs: 500,
      dependency: null,
    })
    const target = {
      name: 'WEBHOOK' as const,
      rhythm: 'each' as const,
      deliver: async ({ line: body }: { line: string }) => {
        const { error } = await post({ url: `http://127.0.0.1:${closedPort}/`, headers: {}, body }, signal)
        return { state: 'failed' as const, fault: error ?? 'NONE' }
      },
    }
    await expectAlarm('VigieAnchorNotReached', () =>
      runAnchoring(t.db, {
        targets: [target],
        chains: [{ accountId, chain: 'EVENTS' }],
        clock: systemClock,
        log: quiet,
        signal,
      }),
    )
    expect(await prometheus.ask('max(vigie_journal_anchors_waiting)')).not.toBeNull()
  }, 120_000)
})
