import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { openCheckpoints, warnOfNearCheckpoints } from '../../src/open-checkpoints.ts'
import { makeCheckpoint, type SignerFault } from '../../src/platform/journal/index.ts'
import { newAccount } from '../database/fixtures.ts'
import { anchorDesk, type AnchorDesk } from './desk.ts'

let desk: AnchorDesk
let place: string
let keyFile: string
let publicKeyFile: string
beforeAll(async () => {
  desk = await anchorDesk()
  place = await mkdtemp(path.join(tmpdir(), 'vigie-keys-'))
  keyFile = await keyIn('key.pem', generateKeyPairSync('ed25519').privateKey)
  publicKeyFile = path.join(place, 'public.pem')
  await writeFile(publicKeyFile, publicPem(await readFile(keyFile, 'utf8')))
})
afterAll(async () => {
  await desk.close()
  await rm(place, { recursive: true, force: true })
})

async function keyIn(name: string, key: KeyObject): Promise<string> {
  const file = path.join(place, name)
  await writeFile(file, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  return file
}
const publicPem = (pem: string) => createPublicKey(pem).export({ format: 'pem', type: 'spki' }).toString()

/** A program that signs, or does what its body says. */
async function program(name: string, body: string): Promise<string> {
  const file = path.join(place, name)
  await writeFile(file, `#!${process.execPath}\n${body}`, { mode: 0o700 })
  return file
}
const signing = (end: string) => `
  const { sign, createPrivateKey } = require('node:crypto')
  const { readFileSync, writeSync } = require('node:fs')
  const key = createPrivateKey(readFileSync(${JSON.stringify(keyFile)}))
  const signature = sign(null, readFileSync(0), key)
  ${end}`
const settingsOf = (command: string, seconds = '20') => ({
  CHECKPOINT_SIGN_COMMAND: command,
  CHECKPOINT_PUBLIC_KEY_FILE: publicKeyFile,
  CHECKPOINT_SIGN_SECONDS: seconds,
})

test('Checkpoints of three keys in turn verify, and an auditor pins those they know', async () => {
  await desk.append(2)
  await desk.sign()
  await desk.append(2)
  await desk.sign({ CHECKPOINT_KEY_FILE: keyFile })
  const other = await keyIn('other.pem', generateKeyPairSync('ed25519').privateKey)
  await desk.append(2)
  await desk.sign({ CHECKPOINT_KEY_FILE: other })
  const own = { CHECKPOINT_KEY_FILE: other }
  const first = (await desk.journal({}, 'key')).printed
  const keys = [first, await readFile(publicKeyFile, 'utf8'), (await desk.journal(own, 'key')).printed]
  const pinned = path.join(place, 'pinned.pem')
  await writeFile(pinned, keys.join(''))
  const good = await desk.journal(own, 'verify', '--public-key', pinned)
  expect(good).toMatchObject({ exitCode: 0, printed: expect.stringContaining('3 checkpoints agree') })
  expect(good.printed.match(/another key than this installation's/g)).toHaveLength(2)
  await writeFile(pinned, keys.slice(0, 2).join(''))
  const bad = await desk.journal(own, 'verify', '--public-key', pinned)
  expect(bad).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('BROKEN at event 6 (CHECKPOINT_FORGED)'),
  })
})

test('A key file that others can read, or that holds no such key, stops the start with a sentence', async () => {
  const open = (file: string) => () =>
    openCheckpoints(loadConfig({ CHECKPOINT_KEY_FILE: file }), new Uint8Array(32))
  const curve = await keyIn('p256.pem', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  const shared = await keyIn('shared.pem', generateKeyPairSync('ed25519').privateKey)
  await chmod(shared, 0o640)
  expect(open(shared)).toThrow('can be read by others')
  expect(open(curve)).toThrow('holds no Ed25519 key')
  expect(open(path.join(place, 'absent.pem'))).toThrow('could not be read (ENOENT)')
})

describe('Signing programs', () => {
  test.each([
    ['bytes', 'writeSync(1, signature)'],
    ['base64', 'console.log(signature.toString("base64"))'],
    ['hex', 'console.log(signature.toString("hex"))'],
  ])('A signing program may answer in %s, and sees none of our environment', async (name, end) => {
    const scope = await newAccount(desk)
    await desk.append(1, scope)
    const check =
      'if (Object.keys(process.env).some((it) => !/^(PATH|HOME|__.*)$/.test(it))) process.exit(9)\n'
    const file = await program(name, check + signing(end))
    const { signer } = openCheckpoints(loadConfig(settingsOf(file)), new Uint8Array(32))
    expect(await makeCheckpoint(desk.db, scope, signer)).toMatchObject({
      state: 'made',
      checkpoint: { seq: 1 },
    })
  })

  test.each<[string, string, SignerFault['code'], string]>([
    ['hangs', 'setInterval(() => undefined, 1000)', 'TIMEOUT', '1'],
    ['lies', 'require("node:fs").writeSync(1, Buffer.alloc(64, 1))', 'BAD_SIGNATURE', '20'],
    ['says nothing', '', 'BAD_SIGNATURE', '20'],
    [
      'floods',
      'require("node:fs").writeSync(1, "x".repeat(60000)); setInterval(() => 0, 1000)',
      'BAD_SIGNATURE',
      '20',
    ],
    ['fails', 'process.exit(3)', 'FAILED', '20'],
  ])(
    'A signing program that %s is refused; nothing is stored and the journal continues',
    async (name, body, code, seconds) => {
      const scope = await newAccount(desk)
      await desk.append(1, scope)
      const settings = settingsOf(await program(name.replaceAll(' ', '-'), body), seconds)
      await expect(desk.sign(settings, [scope])).rejects.toMatchObject({ name: 'SignerFault', code })
      expect(desk.told).toContainEqual({ accountId: scope.accountId, fault: code })
      await desk.append(1, scope)
      const { rows } = await desk.admin.query('select from journal_checkpoint where account_id = $1', [
        scope.accountId,
      ])
      expect(rows).toEqual([])
      await desk.sign({}, [scope])
      const words = ['verify', '--account', String(scope.accountId)]
      expect((await desk.journal({}, ...words)).printed).toContain('2 events, intact; 1 checkpoint agrees')
    },
  )

  test('A missing signing program is reported', async () => {
    const scope = await newAccount(desk)
    await desk.append(1, scope)
    await expect(desk.sign(settingsOf('/no/such/program'), [scope])).rejects.toMatchObject({
      code: 'NOT_STARTED',
    })
  })
})

test('Contradictory settings are reported by name', () => {
  const wrong: [Record<string, string>, string][] = [
    [
      { CHECKPOINT_KEY_FILE: 'a', CHECKPOINT_SIGN_COMMAND: '/b', CHECKPOINT_PUBLIC_KEY_FILE: 'c' },
      'set one of them',
    ],
    [{ CHECKPOINT_SIGN_COMMAND: '/b' }, 'CHECKPOINT_PUBLIC_KEY_FILE is required'],
    [{ CHECKPOINT_SIGN_COMMAND: 'sh -c x', CHECKPOINT_PUBLIC_KEY_FILE: 'c' }, 'whole path of a program'],
    [{ CHECKPOINT_TIMESTAMP_URL: 'https://tsa.example' }, 'CHECKPOINT_TIMESTAMP_CA_FILE is required'],
    [{ CHECKPOINT_TIMESTAMP_POLICY: 'gold' }, 'object identifier'],
    [{ CHECKPOINT_S3_BUCKET: 'b', CHECKPOINT_S3_ACCESS_KEY_ID: 'a' }, 'go together'],
    [{ CHECKPOINT_WEBHOOK_URL: 'https://a.example', CHECKPOINT_WEBHOOK_SECRET: 'short' }, 'whsec_'],
    [{ CHECKPOINT_MAIL_TO: 'a@b.example, "x" <c@d.example>' }, 'plain addresses'],
    [{ CHECKPOINT_INTERVAL_MINUTES: '7' }, 'CHECKPOINT_INTERVAL_MINUTES must be one of'],
  ]
  for (const [environment, words] of wrong) expect(() => loadConfig(environment), words).toThrow(words)
})

test('New files and their folder belong to their owner alone', async () => {
  const file = path.join(desk.folder, `account-${desk.scope.accountId}.ndjson`)
  expect((await stat(desk.folder)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('A folder inside the data folder is warned of once in production, also behind a link', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'vigie-elsewhere-'))
  const link = path.join(elsewhere, 'link')
  await symlink(place, link)
  const warnings = (environment: Record<string, string>) => {
    const logged: string[] = []
    const config = loadConfig({ VIGIE_DATA_DIR: place, PUBLIC_URL: 'https://v.example', ...environment })
    warnOfNearCheckpoints(config, { warn: (_values, message) => void logged.push(message) })
    return logged.length
  }
  const production = { NODE_ENV: 'production', VIGIE_SAMPLE_REGISTERS: 'allow' }
  expect(warnings({})).toBe(0)
  expect(warnings(production)).toBe(1)
  expect(warnings({ ...production, CHECKPOINT_DIR: place })).toBe(1)
  expect(warnings({ ...production, CHECKPOINT_DIR: path.join(link, 'new') })).toBe(1)
  expect(warnings({ ...production, CHECKPOINT_DIR: elsewhere })).toBe(0)
  await rm(elsewhere, { recursive: true })
})
