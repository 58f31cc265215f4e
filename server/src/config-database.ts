import type { Settings } from './config-readers.ts'

/** What stands between us and PostgreSQL: nothing, or a pooler that gives a server to each transaction. */
export type Pooler = 'none' | 'transaction'

export interface DatabaseConfig {
  readonly databaseUrl: string | null
  readonly databaseAppUrl: string | null
  /** Past the pooler, for what needs a session of its own. */
  readonly databaseDirectUrl: string | null
  readonly databasePooler: Pooler
  readonly databasePool: number
  /** A standby that lists and exports may be read from. */
  readonly databaseReplicaUrl: string | null
  readonly databaseReplicaLagMs: number
}

export function readDatabase(settings: Settings): DatabaseConfig {
  const databasePooler = settings.choice('DATABASE_POOLER', ['none', 'transaction'], 'none')
  const databaseUrl = readAddress(settings, 'DATABASE_URL')
  const databaseDirectUrl = readAddress(settings, 'DATABASE_DIRECT_URL')
  if (databasePooler !== 'none' && (databaseUrl === null || databaseDirectUrl === null)) {
    settings.fault(
      'DATABASE_POOLER needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of PostgreSQL itself: ' +
        'migrations, jobs and notices need a session of their own, which a pooler does not give.',
    )
  }
  return {
    databaseUrl,
    databaseAppUrl: readAddress(settings, 'DATABASE_APP_URL'),
    databaseDirectUrl,
    databasePooler,
    databaseReplicaUrl: readAddress(settings, 'DATABASE_REPLICA_URL'),
    databaseReplicaLagMs: settings.integer('DATABASE_REPLICA_LAG_SECONDS', 5, { min: 1, max: 3_600 }) * 1_000,
    databasePool: settings.integer('DATABASE_POOL', 20, { min: 2, max: 500 }),
  }
}

const hostAndPort = /^(\[[0-9a-f:.]+\]|[^\s:,[\]]+)(:\d{1,5})?$/i
const hostsOf = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#@]*)/i

/** Of one host or of several, in the way of PostgreSQL's own programs. */
function readAddress(settings: Settings, name: string): string | null {
  const address = settings.url(name, ['postgres', 'postgresql'])
  if (address === null) return null
  const hosts = (hostsOf.exec(address)?.[1] ?? '').split(',')
  if (hosts.length > 1 && !hosts.every((host) => hostAndPort.test(host)))
    settings.fault(`${name} must name its hosts as host:port, with a comma between them.`)
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(address)?.[1] ?? 'read-write'
  if (!['read-write', 'primary'].includes(wanted))
    settings.fault(`${name}: target_session_attrs can only be read-write, which is what it is without it.`)
  return address
}
