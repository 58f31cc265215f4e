import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDebianPostgres, startDebianPostgres, type DebianPostgres } from '../product/debian-postgres.ts'
import { until } from '../product/processes.ts'
import { adminUrlOf, command, removeFolder, run, startProduct, type Product } from '../product/product.ts'
import { reasonToSkipSwift, startSwift, type SwiftServer } from '../s3/swift.ts'

const VIGIE_BACKUP_KEY = 'a key for the drills, with more than 32 characters'
const debian = findDebianPostgres()
const lacking = 'missing' in debian ? debian.missing : reasonToSkipSwift()

interface Copy {
  id: string
  rows: number
  files: number
  verified: { files: number; faults: string[] }
}

describe('Drills', { shuffle: false }, () => {
  let root: string
  let product: Product
  let newest: Copy
  const at = (name: string) => path.join(root, name)
  const place = () => at('copies')
  const source = () => ({ VIGIE_DATA_DIR: at('source'), VIGIE_BACKUP_KEY, BACKUP_TO: place() })
  const backUp = async (env: Record<string, string>, ...options: string[]): Promise<Copy> => {
    const { code, output } = await command(['backup', ...options, '--json'], env)
    expect(code, output).toBe(0)
    return JSON.parse(output.slice(output.indexOf('{"id"'))) as Copy
  }
  const filesIn = async (name: string) =>
    (await readdir(at(name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'vigie-drills-'))
    const scheduled = { VIGIE_BACKUP_KEY, BACKUP_TO: place(), BACKUP_EVERY_HOURS: '24' }
    product = await startProduct({ dataDir: at('source'), env: { VIGIE_DEMO: 'full', ...scheduled } })
  }, 180_000)
  afterAll(async () => {
    if (!product.hasExited()) await product.stop()
    for (const name of ['source', 'elsewhere', 'back']) await removeFolder(at(name))
    await rm(root, { recursive: true, force: true })
  }, 180_000)

  test('A running service is backed up; a killed backup leaves no copy, and the next one goes on', async () => {
    const killed = run(['backup'], source())
    await until('the copying to begin', () => killed.hasExited() || /Copying/.test(killed.output()))
    killed.signal('SIGKILL')
    await killed.exited
    expect((await command(['backup', 'list', '--json'], source())).output).toContain('[]')
    const first = await backUp(source(), '--with-keys')
    expect(first.verified.faults).toEqual([])
    expect(first.files).toBeGreaterThan(0)
    newest = await backUp(source(), '--with-keys')
    expect(newest.verified.faults).toEqual([])
    expect(await command(['backup', 'verify', '--full'], source())).toMatchObject({ code: 0 })
  }, 180_000)

  test('The schedule makes a copy too, and metrics tell of it', async () => {
    const newestId = async () => {
      const { output } = await command(['backup', 'list', '--json'], source())
      const copies = JSON.parse(output.slice(output.indexOf('['))) as Copy[]
      return copies
        .map(({ id }) => id)
        .toSorted()
        .at(-1)
    }
    const before = await newestId()
    const admin = new pg.Client({ connectionString: await adminUrlOf(at('source')) })
    await admin.connect()
    await admin.query(`select graphile_worker.add_job('backup.run')`)
    await admin.end()
    await until('the scheduled copy', async () => (await newestId()) !== before, 120_000)
    const metrics = await (await fetch(`${product.baseUrl}/metrics`)).text()
    const [, finished] = /^vigie_backup_last_success_timestamp_seconds (\S+)/m.exec(metrics) ?? []
    expect(Date.now() / 1000 - Number(finished)).toBeLessThan(300)
    // Of a day the rule keeps the newest copy only.
    newest = await backUp(source(), '--with-keys')
  }, 180_000)

  test('A lost disk: the copy comes back on another machine, with its keys, its files and its journals', async () => {
    const env = { VIGIE_DATA_DIR: at('elsewhere'), VIGIE_BACKUP_KEY }
    const restored = await command(['restore', place(), '--copy', newest.id], env)
    expect(restored.code, restored.output).toBe(0)
    expect(restored.output).toContain(`${newest.files.toLocaleString('en')} files are back`)
    expect(await command(['journal', 'verify', '--no-files', '--json'], env)).toMatchObject({ code: 0 })
    const again = await command(['restore', place()], env)
    expect(again).toMatchObject({ code: 1 })
    expect(again.output).toContain('not empty')

    const objects = await filesIn('elsewhere/files/objects')
    await rm(at('elsewhere/files'), { recursive: true })
    const files = await command(['restore', place(), '--copy', newest.id, '--only', 'files'], env)
    expect(files.code, files.output).toBe(0)
    expect(await filesIn('elsewhere/files/objects')).toBe(objects)
  }, 180_000)

  test('What is wrong is said in words: another key, no such time, a damaged copy', async () => {
    const strange = await command(['backup', 'list'], {
      ...source(),
      VIGIE_BACKUP_KEY: 'a key for something else, 32 characters',
    })
    expect(strange).toMatchObject({ code: 1 })
    expect(strange.output).toContain('VIGIE_BACKUP_KEY is not the key')
    const early = await command(['restore', '--at', '2001-01-01T00:00Z'], source())
    expect(early.output).toContain('There is no copy of 2001-01-01')
    const [name = ''] = (await readdir(at('copies/objects'), { recursive: true })).filter(
      (each) => each.length > 60,
    )
    const file = at(path.join('copies/objects', name))
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(1))
    const damaged = await command(['backup', 'verify', '--full'], source())
    expect(damaged).toMatchObject({ code: 1 })
    expect(damaged.output).toContain('NOT WHOLE')
    await writeFile(file, bytes)
  }, 180_000)

  describe.skipIf(lacking !== undefined)('from embedded to external and back', { shuffle: false }, () => {
    let server: DebianPostgres
    let swift: SwiftServer
    beforeAll(async () => {
      server = await startDebianPostgres('programs' in debian ? debian.programs : '', 'boss-word')
      swift = await startSwift()
      const { endpoint, region, accessKeyId, secretAccessKey } = swift
      const credentials = { accessKeyId, secretAccessKey }
      const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
      await client.send(new CreateBucketCommand({ Bucket: 'backups' }))
      client.destroy()
      const boss = new pg.Client({ connectionString: server.superuserUrl })
      await boss.connect()
      await boss.query(`create role keeper login createrole password 'keeper-word'`)
      await boss.query('create database mine owner keeper')
      await boss.end()
    }, 180_000)
    afterAll(async () => {
      await server.stop()
      await swift.stop()
    }, 60_000)

    test('A plain role of another version of PostgreSQL takes the copy, backs it up to S3, and it comes back', async () => {
      const keys = at('keys.env')
      expect(await command(['restore', '--keys-to', keys], source())).toMatchObject({ code: 0 })
      const VIGIE_SECRET_KEY = /VIGIE_SECRET_KEY=(\S+)/.exec(await readFile(keys, 'utf8'))?.[1] ?? ''
      const external = {
        VIGIE_DATA_DIR: at('external'),
        VIGIE_BACKUP_KEY,
        VIGIE_SECRET_KEY,
        DATABASE_URL: `postgres://keeper:keeper-word@${server.host}:${server.port}/mine`,
        BACKUP_S3_ENDPOINT: swift.endpoint,
        BACKUP_S3_REGION: swift.region,
        BACKUP_S3_ACCESS_KEY_ID: swift.accessKeyId,
        BACKUP_S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
        BACKUP_S3_FORCE_PATH_STYLE: 'true',
      }
      const now = new Date().toISOString()
      const moved = await command(['restore', place(), '--only', 'database', '--at', now], external)
      expect(moved.code, moved.output).toBe(0)
      const files = await command(['restore', place(), '--only', 'files'], external)
      expect(files.code, files.output).toBe(0)
      const bucket = 's3://backups/vigie'
      const copy = await backUp(external, bucket)
      expect(copy).toMatchObject({ rows: newest.rows, files: newest.files })
      const { DATABASE_URL: _, ...embedded } = { ...external, VIGIE_DATA_DIR: at('back') }
      const back = await command(['restore', bucket], embedded)
      expect(back.code, back.output).toBe(0)
      expect(await command(['journal', 'verify', '--no-files', '--json'], embedded)).toMatchObject({
        code: 0,
      })
    }, 240_000)
  })
})
