import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountCommand } from '../../src/commands/account.ts'
import { journalCommand } from '../../src/commands/journal.ts'
import { createAccounts } from '../../src/domain/accounts/index.ts'
import { createCheckpointSigner } from '../../src/platform/journal/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { givenFile } from '../files/given-file.ts'
import { testPublicUrl } from '../harness/app.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { reviewDesk, type ReviewDesk } from '../responses/review-desk.ts'
import { linesOf, sha256Of, type Manifest } from './export-desk.ts'

let t: TestApp
let d: ReviewDesk
let folder: string
beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
  await givenFile(t, { accountId: d.accountId, documentId: d.documents['NDA']!, text: 'the signed NDA' })
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-export-'))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(...words: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const { db, secretKey, store } = t
  const accounts = createAccounts({
    db,
    clock: systemClock,
    secretKey,
    publicUrl: testPublicUrl,
    log: () => undefined,
  })
  const open = async () => ({
    db,
    clock: systemClock,
    accounts,
    checkpoints: { signer: createCheckpointSigner(secretKey), folder },
    openStore: async () => ({ ...store, close: async () => undefined }),
    close: async () => undefined,
  })
  const command = words[0] === 'journal' ? journalCommand({ open } as never) : accountCommand({ open })
  try {
    await command.exitOverride().parseAsync(words.slice(1), { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}

test('The command writes a folder that verifies by its manifest and by the command for journals', async () => {
  const to = path.join(folder, 'out')
  const told = JSON.parse(await run('account', 'export', String(d.accountId), '--to', to, '--json')) as object
  expect(told).toMatchObject({ accountId: d.accountId, files: 1, missing: 0 })
  const manifest = JSON.parse(await readFile(path.join(to, 'manifest.json'), 'utf8')) as Manifest
  for (const { name, sha256 } of manifest.parts)
    expect({ name, sha256: sha256Of(await readFile(path.join(to, name))) }).toEqual({ name, sha256 })
  const [file] = linesOf<{ path: string }>(await readFile(path.join(to, 'files.jsonl')))
  expect(await readFile(path.join(to, file!.path), 'utf8')).toBe('the signed NDA')
  expect(await run('journal', 'verify', '--file', path.join(to, 'journal.jsonl'))).toMatch(/intact/i)
  await expect(run('account', 'export', String(d.accountId), '--to', to)).rejects.toThrow('is not empty')
})

test('An account that does not exist is not exported', async () => {
  const to = path.join(folder, 'nobody')
  await expect(run('account', 'export', '999999999', '--to', to)).rejects.toThrow(
    'There is no account 999999999',
  )
})

test('An account that is deleted while it is exported is told, and leaves no manifest and no row', async () => {
  const leaving = await reviewDesk(t)
  const { accountId, base, token } = leaving
  await givenFile(t, { accountId, documentId: leaving.documents['NDA']!, text: 'the signed NDA' })
  const worker = handWorker(t, { checkpoints: { signer: createCheckpointSigner(t.secretKey), folder } })
  const deleteAccount = async () => {
    const { account } = (await t.call('GET', `${base}/leaving`, { token })).json<{ account: string }>()
    const asked = await t.call('POST', `${base}/leaving/deletion`, {
      token,
      body: { name: account, reason: 'We leave' },
    })
    expect(asked.statusCode, asked.body).toBe(202)
    await t.admin.query('update account_standing set deletion_due_at = now() where account_id = $1', [
      accountId,
    ])
    await worker.run('leaving.delete', { accountId })
  }
  const get = t.store.get.bind(t.store)
  t.store.get = async (...given) => {
    t.store.get = get
    await deleteAccount()
    return get(...given)
  }
  const to = path.join(folder, 'leaving')
  try {
    await expect(run('account', 'export', String(accountId), '--to', to)).rejects.toThrow('is being deleted')
  } finally {
    t.store.get = get
  }
  expect(await readdir(to)).not.toContain('manifest.json')
  const { rows } = await t.admin.query(
    `select from administration_event where account_id = $1 union all select from account where account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([])
})
