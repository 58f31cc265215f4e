import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { keyCheckOf } from '../../src/database-runtime.ts'
import { openBackupTarget, runBackup, runPruning } from '../../src/open-backup.ts'
import { makeBackup, openTarget, pruneCopies, verifyCopy } from '../../src/platform/backup/index.ts'
import type { BackupTarget, Manifest } from '../../src/platform/backup/index.ts'
import { ensureDatabase, urlOfDatabase } from '../../src/platform/db/index.ts'
import { localStore, newObjectKey } from '../../src/platform/files/index.ts'
import { restoreInstallation } from '../../src/restore-installation.ts'
import { dumpSchema } from '../database/schema-dump.ts'
import { desk, type Desk } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { givenAnswer } from '../responses/given-answer.ts'

const VIGIE_BACKUP_KEY = 'a key for the copies of these tests, long enough'
const everything = { only: null, onStep: () => undefined, onProgress: () => undefined }

describe('Copies', { shuffle: false }, () => {
  let t: TestApp
  let d: Desk
  let root: string
  let target: BackupTarget
  let first: Manifest
  const restoredName = `vigie_test_${randomUUID().replaceAll('-', '')}`
  const at = (name: string) => path.join(root, name)
  const configOf = (name: string, more: Record<string, string> = {}) =>
    loadConfig({
      VIGIE_DATA_DIR: at(name),
      VIGIE_BACKUP_KEY,
      BACKUP_TO: at('copies'),
      BACKUP_KEEP: '1d',
      ...more,
    })
  const backUp = (more: { withKeys?: boolean } = {}) =>
    runBackup(configOf('source'), target, {
      adminUrl: t.adminUrl,
      secretKey: t.secretKey,
      withKeys: false,
      ...more,
    })
  let documentIds: number[]
  const addFile = async (text: string) => {
    const objectKey = newObjectKey(d.accountId)
    const store = await localStore({ root: at('source/files') })
    await store.put(objectKey, Readable.from([Buffer.from(text)]), { maxBytes: 1_000 })
    await givenAnswer(t, { accountId: d.accountId, documentId: documentIds.pop() ?? 0, objectKey })
  }

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'vigie-copies-'))
    t = await testApp()
    d = await desk(t)
    await t.admin.query('insert into installation_key (key_check) values ($1)', [keyCheckOf(t.secretKey)])
    const { documents } = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
    documentIds = Object.values(documents)
    await addFile('the first file')
    target = await openBackupTarget(configOf('source'), undefined, { create: true })
  })
  afterAll(async () => {
    const url = new URL(t.adminUrl.replace('@/', '@socket.invalid/'))
    await t.close()
    const server = urlOfDatabase(url.href.replace('@socket.invalid/', '@/'), 'postgres')
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(`drop database if exists ${restoredName} with (force)`)
    await client.end()
    await rm(root, { recursive: true, force: true })
  })

  test('A backup copies every table and file, and verifies itself', async () => {
    const { manifest, verdict } = await backUp()
    expect(verdict.faults).toEqual([])
    expect(manifest.files).toMatchObject({ count: 1, bytes: 14, missing: 0 })
    expect(manifest.keys).toBeNull()
    const { rows } = await t.admin.query<{ count: string }>('select count(*) from event')
    expect(manifest.tables.find(({ name }) => name === 'event')?.rows).toBe(Number(rows[0]?.count))
    expect(verdict.chains.find(({ chain }) => chain === 'EVENTS')?.seq).toBe(Number(rows[0]?.count))
    first = manifest
  })

  test('A second backup adds what is new, and keeps one file of the first', async () => {
    const { manifest: unchanged } = await backUp()
    expect(unchanged.added.bytes).toBe(0)
    await addFile('the second file')
    const { manifest, verdict } = await backUp({ withKeys: true })
    expect(verdict).toMatchObject({ faults: [], files: 2, filesRead: 1 })
    expect(manifest.added.bytes).toBeGreaterThan(0)
    expect(manifest.added.bytes).toBeLessThan(first.added.bytes)
    expect(manifest.keys?.secretKey).toBe(Buffer.from(t.secretKey).toString('base64'))
  })

  test('What is changed in the place is found by the verification, whatever it is', async () => {
    const manifest = await target.readManifest((await target.copyIds()).at(-1) ?? '')
    const pathOf = (name: string) => at(path.join('copies', 'objects', name.slice(0, 2), name))
    const names = [
      manifest.tables.find(({ name }) => name === 'event')?.chunks[0],
      manifest.tables.find(({ name }) => name === 'thirdparty')?.chunks[0],
      manifest.files.chunks[0],
    ]
    for (const name of names) {
      const file = pathOf(name ?? '')
      const bytes = await readFile(file)
      const changed = Buffer.from(bytes)
      changed[20]! ^= 1
      await writeFile(file, changed)
      const { faults } = await verifyCopy(target, manifest, { files: 'all' })
      expect(faults.join(' ')).toContain('damaged')
      await rm(file)
      expect((await verifyCopy(target, manifest, { files: 'none' })).faults.join(' ')).toContain('missing')
      await writeFile(file, bytes)
    }
    expect((await verifyCopy(target, manifest, { files: 'all' })).faults).toEqual([])
    const cut = { ...manifest, tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })) }
    expect((await verifyCopy(target, cut, { files: 'none' })).faults.length).toBeGreaterThan(10)
  })

  test('Another key, a folder of something else and a second backup at once are refused in words', async () => {
    const opened = openTarget(target.place, 'another key of thirty-two characters', { create: true })
    await expect(opened).rejects.toThrow('VIGIE_BACKUP_KEY is not the key')
    await writeFile(at('letter.txt'), 'Dear')
    const foreign = openBackupTarget(configOf('source', { BACKUP_TO: root }), undefined, { create: true })
    await expect(foreign).rejects.toThrow('holds something else')
    const nothing = openBackupTarget(configOf('source'), at('nowhere'), { create: false })
    await expect(nothing).rejects.toThrow('There is no backup')
    let second: Promise<unknown> | undefined
    const store = await localStore({ root: at('source/files') })
    const options = { adminUrl: t.adminUrl, store, version: 'test', keys: null }
    await makeBackup(target, {
      ...options,
      onProgress: () => {
        second ??= makeBackup(target, options).catch((error: unknown) => error)
      },
    })
    expect(String(await second)).toContain('Another backup of this installation is running')
  })

  test('A copy is restored with the same schema, rows and files, and only into what is empty', async () => {
    const DATABASE_URL = await ensureDatabase(t.adminUrl, restoredName)
    const DATABASE_APP_URL = urlOfDatabase(t.appUrl, restoredName)
    const config = configOf('restored', { DATABASE_URL, DATABASE_APP_URL })
    const id = (await target.copyIds()).at(-1) ?? ''
    const manifest = await target.readManifest(id)
    const withoutKey = restoreInstallation(config, { target, manifest }, everything)
    await expect(withoutKey).rejects.toThrow('The copy holds no keys')
    const VIGIE_SECRET_KEY = Buffer.from(t.secretKey).toString('base64')
    const whole = configOf('restored', { DATABASE_URL, DATABASE_APP_URL, VIGIE_SECRET_KEY })
    const restored = await restoreInstallation(whole, { target, manifest }, everything)
    expect(restored.files).toEqual({ restored: 2, present: 0, missing: 0 })
    expect(restored.chains.length).toBeGreaterThan(1)
    expect(restored.chains.every(({ verdict, lost }) => verdict.intact && lost === null)).toBe(true)

    expect(await schemaOf(DATABASE_URL)).toBe(await schemaOf(t.adminUrl))
    const again = await makeBackup(target, {
      adminUrl: DATABASE_URL,
      store: await localStore({ root: at('restored/files') }),
      version: 'test',
      keys: null,
    })
    expect(again.verdict.faults).toEqual([])
    const contents = ({ tables }: Manifest) =>
      Object.fromEntries(tables.map(({ name, rows, chunks }) => [name, { rows, chunks }]))
    expect(contents(again.manifest)).toEqual(contents(manifest))
    expect(again.manifest.files).toEqual(manifest.files)

    const repeated = restoreInstallation(whole, { target, manifest }, everything)
    await expect(repeated).rejects.toThrow('The store of files is not empty')
    const database = restoreInstallation(whole, { target, manifest }, { ...everything, only: 'database' })
    await expect(database).rejects.toThrow('The database is not empty')
    const files = await restoreInstallation(whole, { target, manifest }, { ...everything, only: 'files' })
    expect(files.files).toEqual({ restored: 0, present: 2, missing: 0 })
    const newer = {
      ...manifest,
      migrations: [...manifest.migrations, { name: '9999-later.sql', checksum: '' }],
    }
    await expect(restoreInstallation(whole, { target, manifest: newer }, everything)).rejects.toThrow(
      'made by a newer Vigie',
    )
  })

  test('Old copies go by the rule, and with them what no copy needs', async () => {
    const before = await target.copyIds()
    const { copies } = await runPruning(configOf('source'), target, { adminUrl: t.adminUrl })
    expect(copies).toEqual(before.slice(0, -1))
    const objects = async () => (await readdir(at('copies/objects'), { recursive: true })).length
    const kept = await objects()
    await pruneCopies(target, { rule: { d: 1 }, before: new Date(Date.now() + 60_000) })
    expect(await objects()).toBeLessThan(kept)
    const manifest = await target.readManifest(before.at(-1) ?? '')
    expect((await verifyCopy(target, manifest, { files: 'all' })).faults).toEqual([])
  })
})

async function schemaOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
  }
}
