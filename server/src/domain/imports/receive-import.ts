import { createReadStream } from 'node:fs'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { listDefinitions, type Definition } from '../attributes/index.ts'
import { setsOfUnits } from '../thirdparties/index.ts'
import { readHeader } from './csv-header.ts'
import { headBytes, headerCells } from './csv-rows.ts'
import type { DuplicateRule, ImportFormat, ImportLimits, PortfolioImport } from './import.ts'
import { countWaiting, getImport } from './imports.queries.ts'

export interface ReceiveImport {
  readonly path: string
  readonly byteCount: number
  readonly format: ImportFormat
  readonly dryRun: boolean
  readonly onDuplicate: DuplicateRule
  /** Where its companies go. */
  readonly unitId?: number | null
  readonly limits: Pick<ImportLimits, 'maxWaiting'>
  /** When a worker takes it up; later for a sender who begins the work itself. */
  readonly runAt?: Date
}

const chunkBytes = 512 * 1024

/** Keeps the file and queues its import: both, or neither. A header that cannot be used is refused here. */
export async function receiveImport(tx: Tx, scope: Scope, command: ReceiveImport): Promise<PortfolioImport> {
  if (command.byteCount === 0) throw new AppError('IMPORT_EMPTY')
  if (command.format !== 'NDJSON')
    await checkHeader(tx, scope, await headOf(command.path), command.onDuplicate)
  const { maxWaiting } = command.limits
  if ((await countWaiting(tx, scope)) >= maxWaiting)
    throw new AppError('IMPORT_LIMIT_REACHED', { max: maxWaiting })
  const { unitId = null } = command
  const [unitSetId = null] = await setsOfUnits(tx, scope, unitId === null ? [] : [unitId])
  const { import_id: importId } = await tx
    .insertInto('portfolio_import')
    .values({
      account_id: scope.accountId,
      format: command.format,
      byte_count: command.byteCount,
      dry_run: command.dryRun,
      on_duplicate: command.onDuplicate,
      actor_type: scope.actor.type,
      actor_id: scope.actor.id,
      actor_name: scope.actor.name,
      unit_set_id: unitSetId,
      limited: scope.units !== 'ALL',
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  await storeFile(tx, scope, importId, command.path)
  const payload = { accountId: scope.accountId, importId }
  const { runAt } = command
  await enqueue(tx, 'thirdparties.import', payload, runAt ? { runAt } : {})
  return getImport(tx, scope, importId)
}

export async function checkHeader(tx: ReadTx, scope: Scope, head: string, rule: DuplicateRule) {
  const definitions = await importedAttributes(tx, scope)
  return readHeader(headerCells(head), definitions, rule)
}

/** What a file may have columns for beside ours. */
export function importedAttributes(tx: ReadTx, scope: Scope): Promise<Definition[]> {
  return listDefinitions(tx, scope, { scope: 'THIRD_PARTY', archived: false })
}

async function headOf(path: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(path, { end: headBytes - 1 })) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

async function storeFile(tx: Tx, scope: Scope, importId: number, path: string): Promise<void> {
  let nth = 0
  for await (const bytes of createReadStream(path, { highWaterMark: chunkBytes })) {
    await tx
      .insertInto('portfolio_import_chunk')
      .values({ account_id: scope.accountId, import_id: importId, nth, bytes: bytes as Buffer })
      .execute()
    nth += 1
  }
}
