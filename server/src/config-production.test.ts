import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const real = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.your-company.fr',
  FRENCH_REGISTER: 'public-search',
  INTERNATIONAL_REGISTERS: 'gleif,vies',
  VIGIE_DATA_DIR: '/var/lib/vigie',
}
const relay = { SMTP_URL: 'smtp://relay.your-company.fr', MAIL_FROM: 'Vigie <vigie@your-company.fr>' }
const database = { DATABASE_URL: 'postgres://vigie:hidden-word@db/vigie' }

/** The faults told, one a line. */
function faultsOf(environment: Record<string, string | undefined>): string[] {
  try {
    loadConfig({ ...real, ...environment })
    return []
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1)
  }
}

test('Production starts with settings that fit together', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ ...relay, ...database, S3_BUCKET: 'files', CLAMD_HOST: 'clamav' })).toEqual([])
})

test('Production is refused invented registers, unless told that they are meant', () => {
  const sample = { FRENCH_REGISTER: undefined, INTERNATIONAL_REGISTERS: 'sample' }
  const faults = faultsOf(sample)
  expect(faults).toHaveLength(2)
  expect(faults[0]).toMatch(/^FRENCH_REGISTER is the sample, .* VIGIE_SAMPLE_REGISTERS=allow\.$/)
  expect(faults[1]).toMatch(/^INTERNATIONAL_REGISTERS is the sample/)
  expect(faultsOf({ ...sample, VIGIE_SAMPLE_REGISTERS: 'allow' })).toEqual([])
})

test.each(['http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:80', 'http://vigie.your-company.fr'])(
  'Production is refused the address %s, unless told that it is meant',
  (address) => {
    expect(faultsOf({ PUBLIC_URL: address })).toMatchObject([expect.stringMatching(/^PUBLIC_URL .*allow/)])
    expect(faultsOf({ PUBLIC_URL: address, VIGIE_PLAIN_HTTP: 'allow' })).toEqual([])
  },
)

test.each(['vigie@example.com', 'Vigie <vigie@mail.example>', 'vigie@vigie.test', 'root@localhost'])(
  'Production is refused the example sender %s, unless the relay only shows mails',
  (sender) => {
    const mails = { ...relay, MAIL_FROM: sender }
    expect(faultsOf(mails)).toMatchObject([
      expect.stringMatching(/^MAIL_FROM is an address kept for examples/),
    ])
    expect(faultsOf({ ...mails, MAIL_TO_RESERVED: 'true' })).toEqual([])
  },
)

test.each([
  [
    { S3_ENDPOINT: 'https://s3.test' },
    'S3_ENDPOINT is set without S3_BUCKET: files would be kept in the data',
  ],
  [
    { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are set without',
  ],
  [{ MAIL_FROM: 'vigie@your-company.fr' }, 'MAIL_FROM is set without SMTP_URL: no mail would leave.'],
  [
    { CLAMD_PORT: '3310' },
    'CLAMD_PORT is set without CLAMD_HOST or CLAMD_SOCKET: files would not be scanned.',
  ],
  [{ VERIFICATION_TOKEN: 'hidden-word' }, 'VERIFICATION_TOKEN is set without VERIFICATION_URL'],
  [{ OIDC_CLIENT_ID: 'vigie' }, 'OIDC_CLIENT_ID is set without OIDC_ISSUER'],
  [{ YENTE_API_KEY: 'hidden-word' }, 'YENTE_API_KEY is set without YENTE_URL'],
  [{ DATABASE_REPLICA_URL: 'postgres://db/vigie' }, 'DATABASE_REPLICA_URL is set without DATABASE_URL'],
  [{ SIGNED_LINKS_FROM_STORE: 'true', FILE_ENCRYPTION: 'off' }, 'SIGNED_LINKS_FROM_STORE needs S3_BUCKET'],
  [
    { SIGNED_LINKS_FROM_STORE: 'true', S3_BUCKET: 'b' },
    'SIGNED_LINKS_FROM_STORE and FILE_ENCRYPTION contradict',
  ],
  [{ ...database, VIGIE_POSTGRES_USER: 'postgres' }, 'VIGIE_POSTGRES_USER and DATABASE_URL: set one'],
  [{ BACKUP_TO: '/var/lib/vigie/copies' }, 'BACKUP_TO lies in VIGIE_DATA_DIR'],
  [{ VIGIE_SECRET_KEY: 'same', VIGIE_NEW_SECRET_KEY: 'same' }, 'VIGIE_NEW_SECRET_KEY must be another key'],
] as [Record<string, string>, string][])('Production is refused %o', (environment, sentence) => {
  const faults = faultsOf(environment)
  expect(faults).toMatchObject([expect.stringContaining(sentence)])
  expect(faults.join()).not.toContain('hidden-word')
})

test('Copies to a bucket may take the credentials of the files, without a bucket for files', () => {
  expect(faultsOf({ S3_ENDPOINT: 'https://s3.test', BACKUP_TO: 's3://copies/vigie' })).toEqual([])
})

test('A desk may do what production may not', () => {
  expect(() => loadConfig({ PUBLIC_URL: 'http://localhost', S3_ENDPOINT: 'http://s3.test' })).not.toThrow()
})
