import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issue, revocationList } from '../../../packages/seals/test/kit/authority.ts'
import { importCodeTrustCommand } from '../../src/commands/import-code-trust.ts'
import { codeTrustOf } from '../../src/domain/trust/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { until } from '../product/processes.ts'
import { answersDesk } from '../responses/answers-desk.ts'
import { authority, codeList, later, nextUpdate, retracted, signer, state, stranger } from './coded-pieces.ts'

const signers = ['--list-signers', 'state.der'] as const
const whole = ['codes.xml', 'authority.der', 'signer.pem'] as const
const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`

let t: TestApp
let folder = ''
beforeAll(async () => {
  t = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'vigie-codes-'))
  const put = (name: string, bytes: Buffer | string) => writeFileSync(join(folder, name), bytes)
  put('codes.xml', codeList())
  put('forged.xml', codeList().toString().replace('>ZZ01<', '>ZZ02<'))
  put('older.xml', codeList(22))
  put('newer.xml', codeList(24, later(-5)))
  put('letter.xml', '<letter/>')
  put('words.der', 'no certificate')
  put('state.der', state.certificate)
  put('stranger.der', stranger.certificate)
  put('authority.der', authority.certificate)
  put('signer.pem', pem(signer.certificate))
  put('revoked.crl', revocationList(authority, [retracted], later(-1)))
  put('others.crl', revocationList(stranger, [signer], later(-1)))
  put('retracted.der', retracted.certificate)
  put('lost.pem', pem(issue({ name: 'AB14', issuer: stranger }).certificate))
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the command says, and how it ends. */
async function run(...words: string[]): Promise<{ out: string; err: string; status: number }> {
  const said = { out: '', err: '' }
  const write = {
    out: process.stdout.write.bind(process.stdout),
    err: process.stderr.write.bind(process.stderr),
  }
  const place = (word: string) => (/\.(xml|der|pem|crl)$/.test(word) ? join(folder, word) : word)
  process.stdout.write = (text) => Boolean((said.out += String(text)))
  process.stderr.write = (text) => Boolean((said.err += String(text)))
  try {
    const open = async () => ({ db: t.db, close: async () => {} })
    await importCodeTrustCommand({ open }).parseAsync(words.map(place), { from: 'user' })
    return { ...said, status: Number(process.exitCode ?? 0) }
  } finally {
    process.stdout.write = write.out
    process.stderr.write = write.err
    process.exitCode = 0
  }
}

async function nextUpdateInMetrics(): Promise<string[]> {
  const beside = await testApp({ beside: t })
  let body = ''
  await until('the lists', async () => {
    ;({ body } = await beside.call('GET', '/metrics'))
    return body.includes('vigie_metrics_collected{part="lists"} 1')
  })
  await beside.close()
  return body.match(/^vigie_code_list_next_update_timestamp_seconds .+$/gm) ?? []
}

describe('vigie import-code-trust', { shuffle: false }, () => {
  test('A list that nobody vouches for, a changed one and other files are refused, and nothing is kept', async () => {
    const refused: [string[], RegExp][] = [
      [['forged.xml', ...signers], /forged\.xml was not imported: its signature does not fit/],
      [['codes.xml', '--list-signers', 'stranger.der'], /none of the certificates that may sign it/],
      [['letter.xml', ...signers], /letter\.xml was not imported: it is not signed/],
      [['signer.pem', ...signers], /There is no list of authorities/],
      [['codes.xml', 'older.xml', ...signers], /are both lists/],
      [['codes.xml', 'words.der', ...signers], /words\.der holds neither a list nor certificates/],
    ]
    for (const [words, sentence] of refused) {
      const { out, err, status } = await run(...words)
      expect(err).toMatch(sentence)
      expect([out, status]).toEqual(['', 1])
    }
    expect((await t.admin.query('select from code_trust_version')).rowCount).toBe(0)
    expect(await nextUpdateInMetrics()).toEqual([])
  })

  test('The list is in force with the certificates that its authorities vouch for, and others are left out', async () => {
    const { out, err, status } = await run(...whole, 'lost.pem', ...signers)
    expect([err, status]).toEqual(['', 0])
    expect(out.trim().split('\n')).toEqual([
      'FR: number 23, issued 2026-01-01, next by 2027-02-23, authorities ZZ01',
      'It is in force as version 1, with 1 certificates that may sign codes.',
      '1 certificates were left out: no authority of the list vouches for them, or codes cannot name them.',
    ])
    const d = await answersDesk(t)
    const named = [
      { authority: 'ZZ01', certificate: 'AB12' },
      { authority: 'ZZ01', certificate: 'AB14' },
    ]
    const trust = await t.db.read(jobScope(d.accountId, 'test'), (tx) => codeTrustOf(tx, named))
    expect([...(trust.list?.authorities ?? [])]).toEqual(['ZZ01'])
    expect(trust.certificatesOf(named[0]!)).toMatchObject([{ holder: 'CN=AB12' }])
    expect(trust.certificatesOf(named[1]!)).toEqual([])
    expect(await nextUpdateInMetrics()).toEqual([
      `vigie_code_list_next_update_timestamp_seconds ${nextUpdate.getTime() / 1_000}`,
    ])
    const acts = await t.admin.query(`select from administration_event where account_id = 0 and name = $1`, [
      'CODE_TRUST_IMPORTED',
    ])
    expect(acts.rowCount).toBe(1)
  })

  test('The same again changes nothing, an older one needs force, and one past its end says so', async () => {
    const again = await run(...whole, 'lost.pem', ...signers, '--json')
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'UNCHANGED', version: 1, leftOut: 1 })
    const older = await run('older.xml', ...signers)
    expect([older.status, older.err]).toEqual([1, expect.stringContaining('it is older')])
    const newer = await run('newer.xml', 'authority.der', 'signer.pem', ...signers, '--json')
    expect(JSON.parse(newer.out)).toMatchObject({ outcome: 'IN_FORCE', version: 2, list: { sequence: 24 } })
    const forced = await run('older.xml', ...signers, '--force', '--json')
    expect(JSON.parse(forced.out)).toMatchObject({ outcome: 'IN_FORCE', version: 3, list: { services: 0 } })
  })
  test('What an authority revoked is not judged, and lists of others say nothing of it', async () => {
    const files = ['codes.xml', 'authority.der', 'signer.pem', 'retracted.der', 'revoked.crl', 'others.crl']
    const { out } = await run(...files, ...signers)
    expect(out).toContain('with 2 certificates that may sign codes.\n1 of them were revoked')
    const d = await answersDesk(t)
    const named = ['AB12', 'AB15'].map((certificate) => ({ authority: 'ZZ01', certificate }))
    const trust = await t.db.read(jobScope(d.accountId, 'test'), (tx) => codeTrustOf(tx, named))
    expect(named.map((one) => trust.certificatesOf(one)[0]?.isRevoked)).toEqual([false, true])
  })
})
