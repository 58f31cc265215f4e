import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postmasterPid, until } from '../product/processes.ts'
import {
  adminUrlOf,
  demoCredentials,
  freePort,
  freshFolder,
  removeFolder,
  run,
  startProduct,
  type Product,
  type Running,
} from '../product/product.ts'
import { metricsIn, parseExposition, baseName } from './exposition.ts'
import { startPrometheus, type Prometheus } from './prometheus.ts'
import { readDashboard, readRules } from './rules.ts'

const keys = mkdtempSync(path.join(tmpdir(), 'vigie-alarm-keys-'))
const inKeys = (name: string) => path.join(keys, name)
let dataDir = ''
let product: Product
let worker: Running
let workerPort = 0
let relay: SMTPServer
let prometheus: Prometheus

/** A relay whose certificate ends in five days. */
async function startRelay(port: number): Promise<void> {
  const subject = '-days 5 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1'
  const asked = `req -x509 -newkey rsa:2048 -nodes ${subject}`.split(' ')
  execFileSync('openssl', [...asked, '-keyout', inKeys('key.pem'), '-out', inKeys('cert.pem')])
  relay = new SMTPServer({
    secure: true,
    key: readFileSync(inKeys('key.pem')),
    cert: readFileSync(inKeys('cert.pem')),
    authOptional: true,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => done())
    },
  })
  // Of a worker that was killed.
  relay.on('error', () => undefined)
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve))
}

beforeAll(async () => {
  dataDir = await freshFolder()
  const relayPort = await freePort()
  await startRelay(relayPort)
  workerPort = await freePort()
  const env = {
    SMTP_URL: `smtps://127.0.0.1:${relayPort}`,
    MAIL_FROM: 'vigie@example.org',
    NODE_EXTRA_CA_CERTS: inKeys('cert.pem'),
    WORKER_IN_PROCESS: 'false',
  }
  product = await startProduct({ dataDir, env })
  worker = run(['worker'], { ...env, VIGIE_DATA_DIR: dataDir, WORKER_PORT: String(workerPort) })
  prometheus = await startPrometheus([
    { job: 'vigie', address: `127.0.0.1:${product.port}` },
    { job: 'vigie-worker', address: `127.0.0.1:${workerPort}` },
  ])
  await until('both targets', async () => (await prometheus.ask('sum(up)')) === 2)
}, 240_000)
afterAll(async () => {
  await prometheus.stop()
  worker.signal('SIGKILL')
  await product.stop()
  relay.close()
  await removeFolder(dataDir)
  rmSync(keys, { recursive: true, force: true })
}, 60_000)

const metricsAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

const expectAlarm: Prometheus['expectAlarm'] = (alert, cause) => prometheus.expectAlarm(alert, cause)

describe('Real processes make their alarms ring', { shuffle: false }, () => {
  test('A service and a worker serve every metric that the dashboard and the rules ask for', async () => {
    const served = new Set(
      (await Promise.all([metricsAt(product.port), metricsAt(workerPort)])).flatMap((text) => [
        ...parseExposition(text).keys(),
      ]),
    )
    const asked = [
      ...(await readRules()).map(({ expr }) => expr),
      ...(await readDashboard()).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ].flatMap(metricsIn)
    // Only with copies by the clock, with a replica, and once trusted lists were imported.
    const optional = /^vigie_(backup|replica|trusted_lists)_/
    const missing = asked.filter(
      ({ name }) => !served.has(name) && !served.has(baseName(name)) && name !== 'up' && !optional.test(name),
    )
    expect(missing).toEqual([])
    expect(asked.length).toBeGreaterThan(90)
  })

  test('The certificate of a relay that ends soon, once a mail has gone through it', async () => {
    const { accountId } = await demoCredentials(dataDir)
    const client = new pg.Client({ connectionString: await adminUrlOf(dataDir) })
    await client.connect()
    await expectAlarm('VigieCertificateEnds', () =>
      client.query(
        `with made as (
           insert into vigie.mail (account_id, dedupe_key, template, recipient, language, subject, body_text, body_html,
             message_id)
           values ($1, 'alarm', 'test', 'jane@supplier.fr', 'en', 'A mail', 'Hello', '<p>Hello</p>', 'alarm')
           returning account_id, mail_id)
         select graphile_worker.add_job('mail.send', json_build_object('accountId', account_id, 'mailId', mail_id))
         from made`,
        [accountId],
      ),
    )
    await client.end()
    const days = ((await prometheus.ask('vigie_certificate_expiry_seconds{dependency="smtp"}')) ?? 0) / 86_400
    expect(days).toBeGreaterThan(4)
    expect(days).toBeLessThan(5)
  }, 120_000)

  test('A worker that was killed, seen by its port and from the service', async () => {
    await expectAlarm('VigieWorkerDied', () => worker.signal('SIGKILL'))
    await expectAlarm('VigieProcessDown')
    expect((await prometheus.firing()).has('VigieDatabaseGone')).toBe(false)
  }, 120_000)

  test('A database that is gone, told by a service that answers for its metrics all the same', async () => {
    const pid = await postmasterPid(dataDir)
    if (pid === undefined) throw new Error('No PostgreSQL runs.')
    process.kill(pid, 'SIGSTOP')
    execFileSync('sh', ['-c', `kill -STOP $(ps -o pid= --ppid ${pid})`])
    try {
      await expectAlarm('VigieDatabaseGone')
      await expectAlarm('VigieLimitsAlone', async () => {
        const asked = Array.from({ length: 5 }, () =>
          fetch(`${product.baseUrl}/oauth2/token`, {
            method: 'POST',
            headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
            body: new URLSearchParams({ grant_type: 'client_credentials' }),
          }).catch(() => undefined),
        )
        await Promise.all(asked)
      })
      const began = performance.now()
      const text = await metricsAt(product.port)
      expect(performance.now() - began).toBeLessThan(5_000)
      expect(text).toContain('vigie_metrics_collected{part="database"} 0')
      expect(text).not.toMatch(/^vigie_db_size_bytes /m)
      expect(text).toMatch(/^process_resident_memory_bytes /m)
    } finally {
      execFileSync('sh', ['-c', `kill -CONT $(ps -o pid= --ppid ${pid})`])
      process.kill(pid, 'SIGCONT')
    }
  }, 180_000)
})
