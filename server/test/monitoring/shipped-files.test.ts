import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createWorkerProbes } from '../../src/open-probes.ts'
import { openDatabase, createPool, Replica } from '../../src/platform/db/index.ts'
import { startWorker } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { baseName, metricsIn, parseExposition, scrapeLabels, type Exposed } from './exposition.ts'
import { readDashboard, readRules, rulesFile } from './rules.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const page = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const rules = await readRules()
const panels = await readDashboard()

/** Cells of the rows of a page's tables that begin as told. */
const rowsOf = (text: string, begin: RegExp) =>
  text
    .split('\n')
    .filter((line) => begin.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** With all that is optional: copies, a replica, and a worker beside the service. */
async function serveAll(t: TestApp): Promise<Map<string, Exposed>> {
  const pool = createPool({ url: t.appUrl, max: 1, applicationName: 'vigie api reads' })
  const replica = new Replica({ db: openDatabase(pool), maxLagMs: 1_000 })
  const common = { log: quiet, clock: systemClock }
  const worker = await startWorker({
    url: t.appUrl,
    handlers: { 'statistics.refresh': () => Promise.resolve() },
    schedule: [],
    concurrency: 1,
    ...common,
  })
  const backups = { BACKUP_EVERY_HOURS: '24', BACKUP_TO: '/nowhere', VIGIE_BACKUP_KEY: 'k'.repeat(32) }
  const probes = createWorkerProbes(loadConfig(backups), {
    db: { ...t.db, faults: t.db.faults, replica },
    store: t.store,
    worker,
    registry: new Registry(),
    publicUrl: 'http://vigie.test',
    log: { level: 'silent', stream: { write: () => undefined } },
  })
  const ofWorker = await probes.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const ofService = await t.call('GET', '/metrics')
  await probes.close()
  await worker.stop()
  await replica.close()
  return new Map([...parseExposition(ofWorker.body), ...parseExposition(ofService.body)])
}

let t: TestApp
let served: Map<string, Exposed>
beforeAll(async () => {
  t = await testApp()
  served = await serveAll(t)
})
afterAll(() => t.close())

const isUsual = (name: string) => /^(nodejs|process)_/.test(name)

test('The page of the metrics lists exactly those that are served, with their types and meanings', async () => {
  const written = rowsOf(await page('metrics.md'), /^\| `(?:vigie|http)_/).map(
    ([name = '', type, , meaning]) => [name.replaceAll('`', ''), type, meaning],
  )
  const real = [...served]
    .filter(([name]) => !isUsual(name))
    .map(([name, { type, help }]) => [name, type, help])
  expect(new Set(written.map(String))).toEqual(new Set(real.map(String)))
  expect(written).toHaveLength(real.length)
})

test('The labels of the page are those that series carry', async () => {
  const written = new Map(
    rowsOf(await page('metrics.md'), /^\| `(?:vigie|http)_/).map(([name = '', , labels = '']) => [
      name.replaceAll('`', ''),
      new Set([...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)),
    ]),
  )
  const wrong = [...served].filter(([name, { labels }]) => {
    const told = written.get(name)
    return (
      labels.size > 0 && told && (labels.size !== told.size || [...labels].some((label) => !told.has(label)))
    )
  })
  expect(wrong).toEqual([])
})

test('Metrics keep the rules of Prometheus for names', () => {
  const ours = [...served].filter(([name]) => name.startsWith('vigie_'))
  // Kept for one release, and said to be deprecated.
  const former = 'vigie_event_loop_delay_ms'
  const faults = ours.filter(([name, { type, help }]) => {
    if (name === former) return !help.includes('deprecated')
    return (
      name.endsWith('_total') !== (type === 'counter') ||
      /_(ms|milliseconds|minutes|days|kb|mb)$/.test(name) ||
      help === ''
    )
  })
  expect(ours.length).toBeGreaterThan(60)
  expect(faults).toEqual([])
})

/** The labels that the page promises, for series that a quiet installation does not have. */
async function promisedLabels(): Promise<Map<string, Set<string>>> {
  const rows = rowsOf(await page('metrics.md'), /^\| `(?:vigie|http)_/)
  return new Map(
    rows.map(([name = '', , labels = '']) => [
      name.replaceAll('`', ''),
      new Set([...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)),
    ]),
  )
}

test('Every metric and label that the dashboard and the rules name exists', async () => {
  const promised = await promisedLabels()
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  const asked = expressions.flatMap(metricsIn)
  expect(expressions.flatMap((text) => (metricsIn(text).length === 0 ? [text] : []))).toEqual([])
  const missing = asked.filter(({ name, labels }) => {
    if (name === 'up') return false
    const known = served.has(name) ? name : baseName(name)
    if (!served.has(known)) return true
    return labels.some((label) => !scrapeLabels.has(label) && !promised.get(known)?.has(label))
  })
  expect(missing).toEqual([])
})

test('The dashboard has its rows, and each panel asks for something', () => {
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Requests',
    'Jobs',
    'Mails and webhooks',
    'Services outside',
    'Database',
    'Storage',
    'Backups and journal',
    'Screening lists',
  ])
  expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([])
})

const durations: Record<string, string> = {
  '0m': '',
  '1m': ' for 1 minute',
  '2m': ' for 2 minutes',
  '5m': ' for 5 minutes',
  '15m': ' for 15 minutes',
  '1h': ' for 1 hour',
  '4h': ' for 4 hours',
  '1d': ' for 1 day',
}

test('The page of the alarms and the rules tell the same, each with a link to its row', async () => {
  const written = rowsOf(await page('alarms.md'), /^\| <a id=/).map(([fault = '', alarm]) => {
    const [, id = '', name = ''] = /^<a id="(\w+)"><\/a>(.*)$/.exec(fault) ?? []
    return [`docs/alarms.md#${id}`, name, alarm]
  })
  const shipped = rules.map(({ alert, expr, for: time, summary, runbook }) => {
    expect(runbook.endsWith(`#${alert.toLowerCase()}`)).toBe(true)
    return [runbook, summary, `\`${expr}\`${durations[time]}`]
  })
  expect(written).toEqual(shipped)
})

test('Every rule is provoked by a proof', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.proof.ts'))
  const proofs = await Promise.all(names.map((name) => readFile(`${folder}${name}`, 'utf8')))
  const missing = rules.filter(({ alert }) => !proofs.some((text) => text.includes(`'${alert}'`)))
  expect(missing.map(({ alert }) => alert)).toEqual([])
})

test.skipIf(!existsSync('/usr/bin/promtool') && !process.env['CI'])(
  'Prometheus reads the rules, and knows how serious each is',
  async () => {
    const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', fileURLToPath(rulesFile)])
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(rules.filter(({ severity }) => !/^(critical|warning|info)$/.test(severity))).toEqual([])
  },
)
