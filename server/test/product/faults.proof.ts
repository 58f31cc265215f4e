import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, postmasterPid } from './processes.ts'
import { command, freshFolder, removeFolder } from './product.ts'

let dataDir = ''

beforeAll(async () => {
  dataDir = await freshFolder()
})

afterAll(() => removeFolder(dataDir))

const serve = (env: Record<string, string>) => command(['serve'], { VIGIE_DATA_DIR: dataDir, ...env })

/** A sentence for a person, not a programmer. */
function expectSentence(output: string, sentence: RegExp): void {
  expect(output).toMatch(sentence)
  expect(output).not.toMatch(/^\s+at .*:\d+/m)
  expect(output).not.toMatch(/node:internal|TypeError|\[object/)
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.example',
  VIGIE_SAMPLE_REGISTERS: 'allow',
}

// Each start reads the whole program, so faults that are told together are tried together.
const cases: [name: string, env: Record<string, string>, sentences: RegExp[]][] = [
  [
    'settings out of bounds, all told at once',
    {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'smtp://u:hidden-word@127.0.0.1',
      DATABASE_URL: 'mysql://u:hidden-word@127.0.0.1/x',
    },
    [
      /PORT must be a whole number from 1 to 65535/,
      /LOG_LEVEL must be one of/,
      /MAIL_FROM is required with SMTP_URL/,
      /DATABASE_URL must be an address/,
    ],
  ],
  [
    'production with what cannot be meant, all told at once',
    {
      NODE_ENV: 'production',
      PORT: '65536',
      VIGIE_DEMO: 'true',
      S3_ENDPOINT: 'https://u:hidden-word@s3.test',
      VERIFICATION_TOKEN: 'hidden-word',
      SMTP_URL: 'smtp://relay.test',
      MAIL_FROM: 'vigie@example.com',
    },
    [
      /PUBLIC_URL is required in production/,
      /PORT must be/,
      /VIGIE_DEMO cannot be on/,
      /FRENCH_REGISTER is the sample/,
      /INTERNATIONAL_REGISTERS is the sample/,
      /S3_ENDPOINT is set without S3_BUCKET/,
      /VERIFICATION_TOKEN is set without VERIFICATION_URL/,
      /MAIL_FROM is an address kept for examples/,
    ],
  ],
  [
    'production at an address that only this machine knows',
    { ...production, PUBLIC_URL: 'http://localhost:8080' },
    [/PUBLIC_URL leads to the machine of whoever reads a mail/],
  ],
  [
    'a key that is too short',
    { VIGIE_SECRET_KEY: 'hidden-word' },
    [/VIGIE_SECRET_KEY must hold 32 random bytes/],
  ],
  [
    'production on a shared database without the shared key',
    { ...production, DATABASE_URL: 'postgres://u:hidden-word@127.0.0.1/x' },
    [/VIGIE_SECRET_KEY is required in production with DATABASE_URL/],
  ],
  [
    'a database that nobody serves',
    // A name with two addresses is reported by Node in another shape than an address.
    { DATABASE_URL: 'postgres://u:hidden-word@localhost:1/x' },
    [/✗ The database of DATABASE_URL cannot be used\.\n  ← .*ECONNREFUSED/],
  ],
]

test.each(cases)('The start ends with a sentence and code 1 for %s', async (_name, env, sentences) => {
  const { code, output } = await serve(env)
  expect(code).toBe(1)
  for (const sentence of sentences) expectSentence(output, sentence)
  expect(output).not.toContain('hidden-word')
})

test('A worker in production without the database of a service ends with a sentence, and starts none', async () => {
  const { code, output } = await command(['worker'], { VIGIE_DATA_DIR: dataDir, ...production })
  expect(code).toBe(1)
  expectSentence(output, /A worker needs the database of a service: set DATABASE_URL/)
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('A port in use ends the start with code 1 and stops PostgreSQL again', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  try {
    const { code, output } = await serve({ PORT: String(port) })
    expect(code).toBe(1)
    expectSentence(output, new RegExp(`port ${port}.*\\n.*EADDRINUSE`))
    const postmaster = await postmasterPid(dataDir)
    expect(postmaster !== undefined && isAlive(postmaster)).toBe(false)
  } finally {
    other.close()
  }
}, 180_000)
