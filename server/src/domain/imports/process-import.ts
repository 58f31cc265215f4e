import type { Db } from '../../platform/db/index.ts'
import { AppError, wholeAccount, type Scope } from '../../platform/kernel/index.ts'
import type { References } from '../references/index.ts'
import { addBatch, markRepeated } from './add-batch.ts'
import { updateBatch } from './update-batch.ts'
import { hasEnded, type PortfolioImport } from './import.ts'
import { clearImport, endImport, ImportElsewhere, step } from './import-step.ts'
import { getImport } from './imports.queries.ts'
import { readImport } from './read-import.ts'

export interface ProcessDeps {
  readonly db: Db
  readonly references: References
  readonly maxRows: number
  readonly signal?: AbortSignal
  readonly onProgress?: (one: PortfolioImport) => void
}

export interface ImportKey {
  readonly accountId: number
  readonly importId: number
}

/**
 * Carries an import on from wherever it stands to its end, in steps that each commit whole: killed anywhere, it
 * goes on at the next step. Throws ImportElsewhere while another process is at it.
 */
export async function processImport(deps: ProcessDeps, key: ImportKey): Promise<PortfolioImport> {
  const { db } = deps
  const found = await db.read(wholeAccount(key.accountId), (tx) => getImport(tx, key, key.importId))
  const scope: Scope = { ...wholeAccount(key.accountId), actor: found.actor }
  try {
    await carryOn(deps, scope, found)
  } catch (error) {
    // Whatever the file is to blame for ends it; anything else is worth another try.
    if (error instanceof AppError && isFinal(error)) {
      const { code, params } = error
      await db.write(scope, (tx) => endImport(tx, scope, key.importId, { state: 'FAILED', code, params }))
    } else if (!(error instanceof ImportElsewhere)) throw error
  }
  const one = await db.read(scope, (tx) => getImport(tx, scope, key.importId))
  if (!hasEnded(one)) throw new ImportElsewhere()
  await db.write(scope, (tx) => clearImport(tx, scope, key.importId))
  deps.onProgress?.(one)
  return one
}

function isFinal({ status, code }: AppError): boolean {
  return status < 500 && code !== 'WRITE_CONFLICT'
}

async function carryOn(deps: ProcessDeps, scope: Scope, found: PortfolioImport): Promise<void> {
  const { db } = deps
  const onStep = (now: PortfolioImport) => {
    deps.onProgress?.(now)
    deps.signal?.throwIfAborted()
  }
  let one = found
  if (one.state === 'UPLOADED') one = await step(db, scope, one, async () => ({ state: 'VALIDATING' }))
  if (one.state === 'VALIDATING') {
    const read = await readImport({ ...deps, onStep }, scope, one)
    one = await step(db, scope, read, async () => ({ state: 'READY', bytes_read: read.byteCount }))
  }
  if (one.state === 'READY') {
    one = await step(db, scope, one, async (tx) => {
      await markRepeated(tx, scope, one.importId)
      return { state: 'RUNNING' }
    })
  }
  while (one.state === 'RUNNING') {
    onStep(one)
    const work = one.onDuplicate === 'update' ? updateBatch : addBatch
    one = await step(db, scope, one, (tx) => work(tx, scope, one))
  }
}
