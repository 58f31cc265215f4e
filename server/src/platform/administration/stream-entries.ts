import { sql } from 'kysely'
import type { Db, Tx } from '../db/index.ts'
import { entriesAfter, type AdministrationView } from './read-entries.ts'
import { wholeAccount } from '../kernel/index.ts'

interface StreamDeps {
  readonly db: Db
  /** Resolves once the lines have left the process. */
  readonly write: (lines: string) => Promise<void>
  readonly onFault: (error: unknown) => void
  readonly everyMs?: number
}

export interface AdministrationStream {
  /** Writes what there is now, then no more. */
  stop(): Promise<void>
}

const usualPauseMs = 2_000
const batchSize = 500
const chainsAtOnce = 100

/**
 * Writes every committed entry of every chain as one line, in the order of each chain. How far each was written stands
 * in the database under a lock, so that of several processes one writes it; one that dies before its commit leaves the
 * lines to be written once more.
 */
export function startAdministrationStream(deps: StreamDeps): AdministrationStream {
  const { everyMs = usualPauseMs } = deps
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const writeOnce = () => writeNews(deps).catch(deps.onFault)
  const next = (): Promise<void> =>
    writeOnce().then(() => {
      if (!stopped) timer = setTimeout(() => void (running = next()), everyMs)
    })
  let running = next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await writeOnce()
    },
  }
}

async function writeNews({ db, write }: StreamDeps): Promise<void> {
  for (;;) {
    const moved = await db.system(findAdvancedChains)
    let written = 0
    for (const accountId of moved) {
      written += await db.write(wholeAccount(accountId), (tx) => writeChain(tx, accountId, write))
    }
    // Nothing left, or what is left is in the hands of another process.
    if (written === 0) return
  }
}

async function findAdvancedChains(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select h.account_id as "accountId" from administration_head h
    left join administration_stream s on s.account_id = h.account_id
    where h.seq > coalesce(s.seq, 0) order by h.account_id limit ${chainsAtOnce}`.execute(tx)
  return rows.map(({ accountId }) => accountId)
}

async function writeChain(
  tx: Tx,
  accountId: number,
  write: (lines: string) => Promise<void>,
): Promise<number> {
  await tx
    .insertInto('administration_stream')
    .values({ account_id: accountId, seq: 0 })
    .onConflict((known) => known.doNothing())
    .execute()
  const held = await tx
    .selectFrom('administration_stream')
    .select('seq')
    .where('account_id', '=', accountId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!held) return 0
  const entries = await entriesAfter(tx, { accountId }, { after: held.seq, limit: batchSize })
  const last = entries.at(-1)
  if (!last) return 0
  await write(entries.map((entry) => `${lineOf(accountId, entry)}\n`).join(''))
  await tx
    .updateTable('administration_stream')
    .set({ seq: last.seq })
    .where('account_id', '=', accountId)
    .execute()
  return entries.length
}

const actorKinds: Readonly<Record<string, string>> = { API_CLIENT: 'client' }

function nameOne({ type, id }: { readonly type: string; readonly id: number | null }): string {
  const kind = actorKinds[type] ?? type.toLowerCase()
  return id === null ? kind : `${kind}:${id}`
}

/** Identifiers only, with where it came from: names and what was changed are read where they can be erased. */
function lineOf(account: number, entry: AdministrationView): string {
  const { seq, name: event, occurredAt, actor, origin, subject, hash } = entry
  return JSON.stringify({
    time: `${occurredAt}Z`,
    level: 'info',
    log: 'administration',
    event,
    account,
    actor: nameOne(actor),
    ...(subject && { subject: nameOne(subject) }),
    seq,
    hash,
    ...origin,
    msg: event,
  })
}
