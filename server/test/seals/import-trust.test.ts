import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, issue } from '../../../packages/seals/test/kit/authority.ts'
import { makeList, type ServiceWish } from '../../../packages/seals/test/kit/list.ts'
import { importTrustCommand } from '../../src/commands/import-trust.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { until } from '../product/processes.ts'
import { answersDesk } from '../responses/answers-desk.ts'
import { checkedSeal, root, sealDay, sealedPdf } from './sealed-answers.ts'

const journal = issue({ name: 'Commission', issuer: root, isRsa: true })
const nation = issue({ name: 'Agency', issuer: root, isRsa: true })
const nextUpdate = new Date(sealDay.getTime() + 100 * day)
const ago = (days: number) => new Date(sealDay.getTime() - days * day)
const services: ServiceWish[] = [
  { authority: root, type: 'CA/QC', states: [{ status: 'granted', from: ago(900), forSeals: true }] },
]
const head = makeList({
  country: 'EU',
  signer: journal,
  isListOfLists: true,
  nextUpdate,
  pointers: [{ country: 'FR', signer: nation }],
})
const ofFrance = (sequence: number, some = services) =>
  makeList({ country: 'FR', signer: nation, nextUpdate, services: some, sequence })

let t: TestApp
let folder = ''
beforeAll(async () => {
  t = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'vigie-trust-'))
  const put = (name: string, bytes: Buffer | string) => writeFileSync(join(folder, name), bytes)
  put('eu.xml', head)
  put('fr.xml', ofFrance(7))
  put('forged.xml', ofFrance(7).toString().replace('Provider of tests', 'Another provider'))
  put('stranger.xml', makeList({ country: 'FR', signer: journal, nextUpdate, services }))
  put('older.xml', ofFrance(6))
  put('newer.xml', ofFrance(8, []))
  put('letter.xml', '<letter/>')
  put('journal.der', journal.certificate)
  put('root.der', root.certificate)
  put('empty.pem', '')
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the command says, and how it ends. */
async function importTrust(...words: string[]): Promise<{ out: string; err: string; status: number }> {
  const said = { out: '', err: '' }
  const write = {
    out: process.stdout.write.bind(process.stdout),
    err: process.stderr.write.bind(process.stderr),
  }
  const place = (word: string) => (/\.(xml|der|pem)$/.test(word) ? join(folder, word) : word)
  process.stdout.write = (text) => Boolean((said.out += String(text)))
  process.stderr.write = (text) => Boolean((said.err += String(text)))
  try {
    const open = async () => ({ db: t.db, close: async () => {} })
    await importTrustCommand({ open }).parseAsync(words.map(place), { from: 'user' })
    return { ...said, status: Number(process.exitCode ?? 0) }
  } finally {
    process.stdout.write = write.out
    process.stderr.write = write.err
    process.exitCode = 0
  }
}

/** Of a process that remembers nothing of what was read before. */
async function nextUpdateInMetrics(): Promise<string[]> {
  const beside = await testApp({ beside: t })
  let body = ''
  await until('the lists', async () => {
    ;({ body } = await beside.call('GET', '/metrics'))
    return body.includes('vigie_metrics_collected{part="lists"} 1')
  })
  await beside.close()
  return body.match(/^vigie_trusted_lists_next_update_timestamp_seconds .+$/gm) ?? []
}
const signers = ['--list-signers', 'journal.der'] as const

describe('vigie import-trust', { shuffle: false }, () => {
  test('Lists that nobody vouches for, changed ones and other files are refused, and nothing is kept', async () => {
    const refused: [string[], RegExp][] = [
      [['eu.xml', 'forged.xml', ...signers], /forged\.xml was left out: .+\nNothing was imported/],
      [['eu.xml', 'stranger.xml', ...signers], /stranger\.xml was left out: no accepted list of lists/],
      [['fr.xml', ...signers], /fr\.xml was left out/],
      [['eu.xml', 'fr.xml', '--list-signers', 'root.der'], /eu\.xml was left out/],
      [['eu.xml', 'letter.xml', ...signers], /letter\.xml was left out: it is not signed/],
      [['eu.xml', 'root.der', ...signers], /root\.der is no trusted list/],
      [['eu.xml', 'fr.xml', 'older.xml', ...signers], /There are two lists of FR/],
      [['eu.xml', 'fr.xml', '--list-signers', 'empty.pem'], /neither a certificate nor a trusted list/],
    ]
    for (const [words, sentence] of refused) {
      const { out, err, status } = await importTrust(...words)
      expect(err).toMatch(sentence)
      expect([out, status]).toEqual(['', 1])
    }
    expect((await t.admin.query('select from trust_version')).rowCount).toBe(0)
    expect(await nextUpdateInMetrics()).toEqual([])
  })

  test('Lists are in force for every account, with their numbers, dates and services', async () => {
    const { out, err, status } = await importTrust('eu.xml', 'fr.xml', ...signers)
    expect([err, status]).toEqual(['', 0])
    expect(out.trim().split('\n')).toEqual([
      'EU: number 7, issued 2026-01-01, next by 2027-02-23, 0 services',
      'FR: number 7, issued 2026-01-01, next by 2027-02-23, 1 services',
      '2 lists with 1 services are in force as version 1.',
      'Import newer ones before 2027-02-23.',
    ])
    const d = await answersDesk(t)
    expect((await d.get('/seal-trust')).json()).toMatchObject({
      version: 1,
      staleFrom: '2027-02-23T00:00:00.000',
      lists: [{ country: 'EU' }, { country: 'FR', sequence: 7, services: 1 }],
    })
    const { seal } = await checkedSeal(t, d, sealedPdf.bytes)
    expect(seal).toMatchObject({ trust: 'TRUSTED', trustVersion: 1, signatures: [{ qualified: true }] })
    expect(await nextUpdateInMetrics()).toEqual([
      `vigie_trusted_lists_next_update_timestamp_seconds ${nextUpdate.getTime() / 1_000}`,
    ])
    const acts = await t.admin.query(`select from administration_event where account_id = 0 and name = $1`, [
      'TRUST_LISTS_IMPORTED',
    ])
    expect(acts.rowCount).toBe(1)
  })

  test('The same lists again change nothing, older ones need force, newer ones take their place', async () => {
    const again = await importTrust('fr.xml', 'eu.xml', ...signers, '--json')
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'UNCHANGED', version: 1, services: 1 })
    const older = await importTrust('eu.xml', 'older.xml', ...signers)
    expect([older.status, older.err]).toEqual([1, expect.stringContaining('it is older')])
    const newer = await importTrust('eu.xml', 'newer.xml', ...signers, '--json')
    expect(JSON.parse(newer.out)).toMatchObject({ outcome: 'IN_FORCE', version: 2, services: 0 })
    const d = await answersDesk(t)
    const { seal } = await checkedSeal(t, d, sealedPdf.bytes)
    expect(seal).toMatchObject({ trust: 'UNTRUSTED', trustVersion: 2 })
    const forced = await importTrust('eu.xml', 'older.xml', ...signers, '--force', '--json')
    expect(JSON.parse(forced.out)).toMatchObject({ outcome: 'IN_FORCE', version: 3 })
  })

  test('Signers of a list that is out of date are UNKNOWN, and the command says so', async () => {
    const past = { nextUpdate: ago(1) }
    const pointers = [{ country: 'FR', signer: nation }]
    writeFileSync(
      join(folder, 'eu.xml'),
      makeList({ country: 'EU', signer: journal, isListOfLists: true, ...past, pointers }),
    )
    writeFileSync(join(folder, 'fr.xml'), makeList({ country: 'FR', signer: nation, ...past, services }))
    const { out, status } = await importTrust('eu.xml', 'fr.xml', ...signers)
    expect([status, out]).toEqual([0, expect.stringContaining('in force as version 4')])
    const { seal, codes } = await checkedSeal(t, await answersDesk(t), sealedPdf.bytes)
    expect(seal).toMatchObject({ trust: 'UNKNOWN', signatures: [{ trustCode: 'LIST_OUTDATED' }] })
    expect(codes).toEqual([])
  })
})
