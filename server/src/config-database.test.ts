import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const read = (environment: Record<string, string>) =>
  loadConfig({ VIGIE_DATA_DIR: '/nowhere', ...environment })

test.each([
  'postgres://keeper:word@db.example/vigie',
  'postgres://keeper:wo,rd@one.example:5432,two.example:5433/vigie?target_session_attrs=read-write',
  'postgresql://keeper@[::1]:5432,10.0.0.2/vigie',
  'postgres://keeper@/vigie?host=/run/postgresql',
])('The address %s is taken as it is', (DATABASE_URL) => {
  expect(read({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['mysql://db.example/vigie', 'postgres://'],
  ['postgres://keeper@one.example:5432,two.example:port/vigie', 'host:port'],
  ['postgres://keeper@one.example,/vigie', 'host:port'],
  ['postgres://keeper@one,two/vigie?target_session_attrs=any', 'target_session_attrs'],
])('The address %s is refused', (DATABASE_URL, word) => {
  expect(() => read({ DATABASE_URL })).toThrow(word)
})

test('A pooler needs the address of PostgreSQL itself as well', () => {
  const pooled = { DATABASE_POOLER: 'transaction', DATABASE_URL: 'postgres://keeper@pooler/vigie' }
  expect(() => read(pooled)).toThrow('DATABASE_DIRECT_URL')
  const DATABASE_DIRECT_URL = 'postgres://keeper@server/vigie'
  expect(read({ ...pooled, DATABASE_DIRECT_URL })).toMatchObject({ databasePooler: 'transaction' })
})
