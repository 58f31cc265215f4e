import type { Db } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { headBytes } from './csv-rows.ts'

/** The kept file, piece by piece: neither the file nor a transaction is held while rows are worked on. */
export async function* fileChunks(db: Db, scope: Scope, importId: number): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += 1) {
    const bytes = await chunk(db, scope, importId, nth)
    if (bytes === null) return
    yield bytes
  }
}

export async function fileHead(db: Db, scope: Scope, importId: number): Promise<string> {
  const first = await chunk(db, scope, importId, 0)
  return first?.subarray(0, headBytes).toString('utf8') ?? ''
}

function chunk(db: Db, scope: Scope, importId: number, nth: number): Promise<Buffer | null> {
  return db.read(scope, async (tx) => {
    const row = await tx
      .selectFrom('portfolio_import_chunk')
      .select('bytes')
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', importId)
      .where('nth', '=', nth)
      .executeTakeFirst()
    return row?.bytes ?? null
  })
}
