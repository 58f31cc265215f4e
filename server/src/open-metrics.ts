import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { listSources } from '@vigie/watchlists'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { measureAccounts } from './domain/operator/index.ts'
import { codeTrustInForce, staleFrom, trustInForce } from './domain/trust/index.ts'
import { publishedLists } from './domain/watchlists/index.ts'
import { measureDatabase, type Db } from './platform/db/index.ts'
import { measureJobs } from './platform/jobs/index.ts'
import { addReading, SharedReading } from './platform/metrics/index.ts'
import { version } from './version.ts'
import { watchBackups } from './watch-backups.ts'

/**
 * What the installation is like, as opposed to what this process did. Services and workers tell the same, so that it is
 * seen although some of them have no port.
 */
export function measureInstallation(registry: Registry, config: Config, db: Db): void {
  measureDatabase(registry, db, version)
  measureJobs(registry, db)
  measureAccounts(registry, db)
  measureLists(registry, db)
  measureDisk(registry, config)
  watchBackups(registry, config)
}

const shipped: ReadonlySet<string> = new Set(listSources)

/** Of those to screen against the published alone: an account's own have names that it chose. */
function measureLists(registry: Registry, db: Db): void {
  const read = async () => {
    const lists = await publishedLists(db)
    const nextUpdate = staleFrom((await trustInForce(db))?.lists ?? [])
    const nextCodes = staleFrom((await codeTrustInForce(db))?.lists ?? [])
    return { lists: lists.filter(({ source }) => shipped.has(source)), nextUpdate, nextCodes }
  }
  addReading(registry, 'lists', new SharedReading(read, { everyMs: 30_000 }), [
    {
      name: 'list_age_seconds',
      help: 'Time since a published list was last known to be what its publisher says',
      read: ({ lists }, put) => {
        for (const { source: list, hours, version: inForce } of lists)
          if (inForce !== null) put(hours * 3_600, { list })
      },
    },
    {
      name: 'list_entries',
      help: 'Entries of the version of a published list that is in force',
      read: ({ lists }, put) => {
        for (const { source: list, entries } of lists) put(entries, { list })
      },
    },
    {
      name: 'trusted_lists_next_update_timestamp_seconds',
      help: 'When the first of the trusted lists for seals must be replaced; absent where none were imported',
      read: ({ nextUpdate }, put) => {
        if (nextUpdate !== null) put(Date.parse(nextUpdate) / 1_000)
      },
    },
    {
      name: 'code_list_next_update_timestamp_seconds',
      help: 'When the list of authorities for codes must be replaced; absent where none was imported',
      read: ({ nextCodes }, put) => {
        if (nextCodes !== null) put(Date.parse(nextCodes) / 1_000)
      },
    },
  ])
}

/** Of a store that speaks S3 nobody can tell how much room is left. */
function measureDisk(registry: Registry, { s3, dataDir }: Config): void {
  if (s3 !== null) return
  const read = async () => {
    const { bsize, bavail, blocks } = await statfs(path.join(dataDir, 'files')).catch(() => statfs(dataDir))
    return { free: bavail * bsize, size: blocks * bsize }
  }
  addReading(registry, 'disk', new SharedReading(read, { everyMs: 10_000 }), [
    {
      name: 'storage_free_bytes',
      help: 'Room left on the disk that holds the files',
      read: ({ free }, put) => put(free),
    },
    {
      name: 'storage_size_bytes',
      help: 'Size of the disk that holds the files',
      read: ({ size }, put) => put(size),
    },
  ])
}
