import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createPool,
  ensureDatabase,
  loginRoleOf,
  openDatabase,
  prepareDatabase,
  startEmbedded,
  urlAs,
  type Db,
} from '../../server/src/platform/db/index.ts'
import { installJobs } from '../../server/src/platform/jobs/index.ts'

export interface BenchDatabase {
  adminUrl: string
  appUrl: string
  /** As the service sees it. */
  db: Db
  stop(): Promise<void>
}

/** The product's database without the product. */
export async function benchDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'))
  const server = await startEmbedded({ dataDir, durable: false, settings })
  const adminUrl = await ensureDatabase(server.adminUrl, 'vigie')
  await prepareDatabase({ adminUrl, appPassword: 'for-the-bench', asOwner: installJobs })
  const appUrl = urlAs(adminUrl, loginRoleOf('vigie'), 'for-the-bench')
  const db = openDatabase(createPool({ url: appUrl, max: 4, applicationName: 'vigie bench' }))
  return {
    adminUrl,
    appUrl,
    db,
    stop: async () => {
      await db.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
