import pg from 'pg'
import { createPool, openDatabase, type Db } from '../../server/src/platform/db/index.ts'
import { startProduct, type Product } from './product.ts'

export interface Tools {
  readonly product: Product
  readonly client: pg.Client
  readonly db: Db
}

/** The product with a database that can be filled quickly, as long as the work takes; a folder that is named stays. */
export async function withTools<T>(
  work: (tools: Tools) => Promise<T>,
  dataDir?: string,
  env?: Record<string, string>,
): Promise<T> {
  const product = await startProduct(dataDir, env)
  const client = new pg.Client({ connectionString: product.adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  const url = `${product.adminUrl}&options=${encodeURIComponent('-c search_path=vigie')}`
  const db = openDatabase(createPool({ url, max: 2, applicationName: 'vigie bench' }))
  try {
    return await work({ product, client, db })
  } finally {
    await db.close()
    await client.end()
    await product.stop()
  }
}
