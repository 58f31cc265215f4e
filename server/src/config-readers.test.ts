import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('The matching process learns how to reach the database, and no secret of others', () => {
  const reaching = {
    PGSSLROOTCERT: '/ca.pem',
    PGPASSFILE: '/pass',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    TZ: 'UTC',
  }
  const others = { VIGIE_SECRET_KEY: 'x', PATH: '/bin', METRICS_TOKEN: 'x', PG_OTHER: 'x' }
  expect(loadConfig({ ...reaching, ...others }).databaseEnvironment).toEqual(reaching)
})
