import type { Pool } from 'pg'
import { installCatalogue } from './domain/evaluation/index.ts'
import { installJobs } from './platform/jobs/index.ts'

/** What stands in the database beside the schema and comes with the version of the product. */
export async function installOwned(pool: Pool): Promise<void> {
  await installJobs(pool)
  await installCatalogue(pool)
}
