import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler, type JobLog } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Sheet } from './calculate.ts'
import { calculator } from './calculator.ts'
import { lockAllDefinitions } from './definitions.queries.ts'
import type { Outcome } from './expression-result.ts'
import type { Inputs } from './expression.ts'
import { dossiers } from './recompute-dossiers.ts'
import {
  enqueueRecompute,
  sheetOf,
  storeOutcomes,
  thirdParties,
  type Calculable,
  type Subject,
} from './recompute.ts'

const batchSize = 100
/** After that the rest goes back to the end of the queue: other accounts wait for the worker too. */
const turnMs = 2_000
const maxAttempts = 3

/**
 * Calculated attributes of the third parties named, or of the whole portfolio, and of their dossiers. Each batch is
 * written in a transaction of its own, and what is up to date already changes nothing: the job may stop anywhere and
 * begin again.
 */
export const recomputeAttributes: Handler<'attributes.recompute'> = async (
  { thirdpartyIds, after = 0 },
  { db, scope, signal, log },
) => {
  const until = performance.now() + turnMs
  let [left, last] = [thirdpartyIds, after]
  for (;;) {
    signal.throwIfAborted()
    const batch =
      left?.slice(0, batchSize) ?? (await db.read(scope, (tx) => nextThirdParties(tx, scope, last)))
    if (batch.length === 0) return
    for (const calculable of [thirdParties, dossiers])
      await recomputeBatch({ db, scope, log }, calculable, batch)
    left = left?.slice(batchSize) ?? null
    last = batch.at(-1) ?? last
    if (performance.now() < until) continue
    await db.write(scope, (tx) => enqueueRest(tx, scope, left, last))
    return
  }
}

async function enqueueRest(tx: Tx, scope: Scope, left: number[] | null, after: number): Promise<void> {
  const { accountId } = scope
  if (left !== null) {
    if (left.length > 0) await enqueueRecompute(tx, scope, left)
    return
  }
  // Not under the key of a whole portfolio, which may be waiting: that one begins at the beginning.
  const queueName = `attributes.recompute:${accountId}`
  const jobKey = `${queueName}:rest`
  await enqueue(tx, 'attributes.recompute', { accountId, thirdpartyIds: null, after }, { jobKey, queueName })
}

interface Work {
  readonly db: Pick<Db, 'read' | 'write'>
  readonly scope: Scope
  readonly log: JobLog
}

/** What was read, and what it is calculated by. */
interface Seen {
  readonly sheet: Sheet
  readonly thirdpartyIds: readonly number[]
  readonly subjects: readonly Subject[]
}

/**
 * Reads, calculates while no transaction is open, and writes what has not changed meanwhile; what has is done once
 * more, so that nothing calculated from older inputs takes the place of something newer.
 */
async function recomputeBatch(work: Work, calculable: Calculable, batch: readonly number[]): Promise<void> {
  const { db, scope } = work
  let left = batch
  for (let attempt = 1; left.length > 0; attempt += 1) {
    if (attempt > maxAttempts) throw new AppError('WRITE_CONFLICT', {})
    const seen = await db.read(scope, (tx) => readInputs(tx, scope, calculable, left))
    if (seen === null) return
    const { sheet, subjects } = seen
    const inputs = subjects.map((one) => one.inputs)
    const outcomes = await calculator.calculate({ accountId: scope.accountId, sheet, subjects: inputs })
    logFailures(work, seen, outcomes)
    left = await db.write(scope, (tx) => storeUnchanged(tx, scope, calculable, { ...seen, outcomes }))
  }
}

async function readInputs(
  tx: ReadTx,
  scope: Scope,
  calculable: Calculable,
  thirdpartyIds: readonly number[],
): Promise<Seen | null> {
  const definitions = await calculable.definitions(tx, scope)
  const sheet = sheetOf(definitions)
  if (sheet.calculated.length === 0) return null
  const subjects = await calculable.load(tx, scope, { definitions, thirdpartyIds })
  return subjects.length === 0 ? null : { sheet, thirdpartyIds, subjects }
}

/** Returns the third parties whose inputs are no longer what was read. */
async function storeUnchanged(
  tx: Tx,
  scope: Scope,
  calculable: Calculable,
  seen: Seen & { outcomes: readonly Outcome[][] },
): Promise<number[]> {
  const { thirdpartyIds } = seen
  await lockAllDefinitions(tx, scope)
  const definitions = await calculable.definitions(tx, scope)
  if (JSON.stringify(sheetOf(definitions)) !== JSON.stringify(seen.sheet)) return [...thirdpartyIds]
  await calculable.lock(tx, scope, thirdpartyIds)
  const subjects = await calculable.load(tx, scope, { definitions, thirdpartyIds })
  const before = new Map(seen.subjects.map(({ subject, inputs }, nth) => [subject, { inputs, nth }]))
  const isSame = ({ subject, inputs }: Subject) => {
    const known = before.get(subject)
    return known !== undefined && serialiseInputs(known.inputs) === serialiseInputs(inputs)
  }
  const same = subjects.filter(isSame)
  const outcomes = same.map(({ subject }) => seen.outcomes[before.get(subject)?.nth ?? -1] ?? [])
  await storeOutcomes(tx, scope, calculable, { definitions, subjects: same, outcomes })
  const changed = subjects.filter((one) => !isSame(one))
  return [...new Set(changed.map(({ thirdpartyId }) => thirdpartyId))]
}

function serialiseInputs({ attributes, identity }: Inputs): string {
  const parts = [[...attributes], identity]
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Those that say more of the service than of the inputs. */
function logFailures({ scope, log }: Work, { sheet }: Seen, outcomes: readonly Outcome[][]): void {
  for (const [place, { attributeId }] of sheet.calculated.entries()) {
    const found = outcomes.map((of) => of[place])
    for (const failure of ['TOO_MANY_STEPS', 'OUT_OF_TIME'] as const) {
      const count = found.filter((one) => one?.kind === 'FAILED' && one.failure === failure).length
      const { accountId } = scope
      if (count > 0) log.warn({ accountId, attributeId, failure, count }, 'attribute could not be calculated')
    }
  }
}

async function nextThirdParties(tx: ReadTx, scope: Scope, after: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '>', after)
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .limit(batchSize)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}
