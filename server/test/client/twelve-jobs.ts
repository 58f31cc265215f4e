import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { freePort, watch } from '../product/product.ts'
import { gazetteOf } from '../story/two-years/gazette.ts'
import { firstDay, openWorker } from '../story/two-years/portfolio.ts'
import { pdfPage } from '../web/review-world.ts'

/** What every example is told of the service. */
export type Settings = Record<
  'VIGIE_URL' | 'VIGIE_ACCOUNT' | 'VIGIE_CLIENT_ID' | 'VIGIE_CLIENT_SECRET',
  string
>
/** Starts an example by its name as a process of its own. */
export type Start = (name: string, args: readonly string[], settings: Settings) => Parameters<typeof watch>[0]

/** The twelve jobs of an integrator, done by the examples of a language against the whole service and its worker. */
export function twelveJobs(start: Start): void {
  let t: TestApp
  let worker: { stop(): Promise<void> }
  let settings: Settings
  let reviewer: Settings
  let folder: string
  const known = { thirdpartyId: '', dossierId: '' }

  beforeAll(async () => {
    t = await testApp({ environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })
    const { accountId } = await t.given.account()
    const { clientId, clientSecret } = await t.given.client(accountId)
    settings = {
      VIGIE_URL: await t.listen(),
      VIGIE_ACCOUNT: String(accountId),
      VIGIE_CLIENT_ID: clientId,
      VIGIE_CLIENT_SECRET: clientSecret,
    }
    // Nobody decides on answers of their own.
    const other = await t.given.client(accountId)
    reviewer = { ...settings, VIGIE_CLIENT_ID: other.clientId, VIGIE_CLIENT_SECRET: other.clientSecret }
    worker = await openWorker(
      t,
      gazetteOf(() => [], firstDay),
    )
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-examples-'))
  })
  afterAll(async () => {
    await worker.stop()
    await t.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Its lines, once it has ended well. */
  const playAs = async (who: Settings, name: string, ...args: string[]): Promise<string[]> => {
    const running = watch(start(name, args, who))
    const { code } = await running.exited
    expect(code, running.output()).toBe(0)
    return running.output().trim().split('\n')
  }
  const play = (name: string, ...args: string[]) => playAs(settings, name, ...args)
  const place = (name: string) => path.join(folder, name)

  describe('The twelve jobs', { shuffle: false }, () => {
    test('A token is had by itself', async () => {
      const [line] = await play('01-token')
      expect(line).toMatch(new RegExp(`^${settings.VIGIE_ACCOUNT} Test .+ ADMIN$`))
    })

    test('A company is added once by its key', async () => {
      const [first] = await play('03-add-with-key', 'ERP-4711', '804735132')
      expect(first).toMatch(/^\d+ Supplier ERP-4711$/)
      expect(await play('03-add-with-key', 'ERP-4711', '804735132')).toEqual([first])
      known.thirdpartyId = first?.split(' ')[0] ?? ''
    })

    test('A copy of the portfolio is brought up to date by events', async () => {
      expect(await play('02-sync-by-events', place('copy.json'))).toEqual(['1 changed, 1 known'])
      await play('03-add-with-key', 'ERP-4712', '150483782')
      const [line] = await play('02-sync-by-events', place('copy.json'))
      expect(line).toMatch(/^[12] changed, 2 known$/)
    })

    test('A file is uploaded, checked, approved and comes back in an archive', async () => {
      await writeFile(place('agreement.pdf'), pdfPage('We tell nobody'))
      const [sent] = await play('04-upload', known.thirdpartyId, place('agreement.pdf'))
      expect(sent).toMatch(/^\d+ \d+ CHECKING$/)
      known.dossierId = sent?.split(' ')[0] ?? ''
      expect(await play('05-wait-for-dossier', known.dossierId)).toContain('NDA AWAITING_REVIEW')
      const [decided] = await playAs(reviewer, '06-approve', known.dossierId)
      expect(decided).toMatch(/^\d+ ACCEPTED \w+$/)
      const [fileName] = await play('07-zip', known.dossierId, place('files.zip'))
      expect(fileName).toMatch(/\.zip$/)
      expect((await readFile(place('files.zip'))).subarray(0, 2).toString()).toBe('PK')
    })

    test('A feed that is killed three times misses nothing', async () => {
      const base = `/api/v1/account/${settings.VIGIE_ACCOUNT}`
      const { token } = await t.given.client(Number(settings.VIGIE_ACCOUNT))
      const read = () => readFile(place('events.ndjson'), 'utf8').catch(() => '')
      const seqs = async () => {
        const lines = (await read()).split('\n').slice(0, -1)
        return new Set(lines.map((line) => (JSON.parse(line) as { seq: number }).seq))
      }
      for (let round = 1; round <= 4; round += 1) {
        for (let nth = 0; nth < 30; nth += 1) {
          const body = { code: `ERP-${round}-${nth}` }
          await t.call('PATCH', `${base}/thirdparties/${known.thirdpartyId}`, { token, body })
        }
        const files = [place('position.json'), place('events.ndjson')]
        const reader = watch(start('08-feed', files, settings))
        const { head } = (await t.call('GET', `${base}/events`, { token })).json<{ head: number }>()
        // Killed in the middle three times; the last is let come to the end, and told to stop.
        const wanted = round === 4 ? head : head - 20
        await expect
          .poll(async () => (await seqs()).size, { message: reader.output() })
          .toBeGreaterThanOrEqual(wanted)
        reader.signal(round === 4 ? 'SIGTERM' : 'SIGKILL')
        await reader.exited
      }
      const { head } = (await t.call('GET', `${base}/events`, { token })).json<{ head: number }>()
      const seen = await seqs()
      expect(Array.from({ length: head }, (_, at) => at + 1).filter((seq) => !seen.has(seq))).toEqual([])
    })

    test('A webhook is believed when the service has signed it', async () => {
      const lines = await play('09-webhook', '127.0.0.1', String(await freePort()))
      expect(lines).toEqual(['A test', 'Delivered: true 204', 'Forged: 400'])
    })

    test('A table is imported, and its faults are told by row', async () => {
      const [sample] = (await sampleIdentifiers()).filter(({ code }) => code === 'CIT001')
      await writeFile(place('suppliers.csv'), `siret;code\n${sample?.value};SUP-1\n12345678901234;SUP-2\n`)
      const lines = await play('10-import-csv', place('suppliers.csv'))
      expect(lines[0]).toBe('Dry run: DONE 1 0 1')
      expect(lines[1]).toMatch(/^Row 3: IDENTIFIER_CHECKSUM_INVALID \S/)
      expect(lines[2]).toBe('Import: DONE 1 0 1')
    })

    test('Refusals are told apart by their codes', async () => {
      expect(await play('11-errors', '12345678901234')).toEqual(['Mistyped'])
    })

    test('All pages are read, and the table has the same rows', async () => {
      const [line] = await play('12-pages')
      expect(line).toMatch(/^3 companies, 3 rows, the newest of \d{4}-\d\d-\d\d$/)
    })
  })
}
