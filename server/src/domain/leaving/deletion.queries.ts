import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import type { ChainEnd } from './deletion-proof.ts'

/** What was deleted so far; kept with the account until it is gone. */
export interface Counts {
  readonly tables: Readonly<Record<string, number>>
  readonly files: { readonly count: number; readonly bytes: number }
  /** Counted above, and perhaps deleted already: a worker was killed in between. */
  readonly pendingFiles: readonly string[]
  readonly jobs: number
  readonly journal: ChainEnd | null
  readonly administration: ChainEnd | null
}

export interface Deletion {
  /** never null: what has begun was asked for */
  readonly askedAt: Date
  /** never null: what has begun was asked for */
  readonly askedByType: string
  readonly askedBy: number | null
  /** never null: it was begun a line above */
  readonly begunAt: Date
}

/** Takes the deletion up. Null when it was taken back, is not due, or done. */
export async function beginDeletion(tx: Tx, { accountId }: Scope): Promise<Deletion | null> {
  const { rows: begun } = await sql<{ begun: boolean }>`select begin_account_deletion() as begun`.execute(tx)
  if (!begun[0]?.begun) return null
  const { rows } = await sql<Deletion>`
    select deletion_asked_at as "askedAt",
      deletion_asked_by_type as "askedByType", deletion_asked_by as "askedBy",
      deleting_at as "begunAt"
    from account_standing where account_id = ${accountId}`.execute(tx)
  return rows[0] ?? null
}

const nothing: Counts = {
  tables: {},
  files: { count: 0, bytes: 0 },
  pendingFiles: [],
  jobs: 0,
  journal: null,
  administration: null,
}

/** Held until the commit: whoever counts beside us waits. */
export async function lockCounts(tx: Tx, { accountId }: Scope): Promise<Counts> {
  const { rows } = await sql<{ counts: Partial<Counts> }>`
    select deleted_counts as counts from account_standing where account_id = ${accountId} for update`.execute(
    tx,
  )
  return { ...nothing, ...rows[0]?.counts }
}

export async function writeCounts(tx: Tx, { accountId }: Scope, counts: Counts): Promise<void> {
  await sql`update account_standing set deleted_counts = ${JSON.stringify(counts)}::jsonb
    where account_id = ${accountId}`.execute(tx)
}

/** Where a chain ends. */
export async function chainEnd(
  tx: ReadTx,
  { accountId }: Scope,
  head: 'journal_head' | 'administration_head',
): Promise<ChainEnd | null> {
  const { rows } = await sql<ChainEnd>`
    select seq, encode(hash, 'hex') as hash from ${sql.table(head)} where account_id = ${accountId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

interface Edge {
  child: string
  parent: string
}

/** Every table of accounts, those that refer to others before those they refer to. */
export async function tablesInOrder(tx: ReadTx): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all('{account,account_standing}') order by 1`.execute(tx)
  const { rows: edges } = await sql<Edge>`
    select distinct child.relname as child, parent.relname as parent
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.relnamespace = 'vigie'::regnamespace and child.oid <> parent.oid
      -- They name one another, and go in one statement with the answer.
      and not (child.relname in ('decision', 'check_result') and parent.relname = 'response')`.execute(tx)
  const left = new Set(tables.map(({ name }) => name))
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !edges.some((edge) => edge.parent === name && left.has(edge.child)),
    )
    if (free.length === 0) throw new Error(`Tables refer to one another: ${[...left].join(', ')}.`)
    for (const name of free) {
      order.push(name)
      left.delete(name)
    }
  }
  return order
}

export interface LeavingView {
  account: string
  state: 'SUSPENDED' | 'LEAVING' | 'DELETING' | null
  deletion: {
    askedAt: string
    askedBy: { type: string; id: number | null; name: string | null }
    reason: string
    dueAt: string
    revocable: boolean
  } | null
}

interface LeavingRow {
  account: string
  state: 'SUSPENDED' | 'LEAVING' | 'DELETING' | null
  askedAt: Date | null
  type: string | null
  id: number | null
  name: string | null
  reason: string | null
  dueAt: Date | null
}

export async function findLeaving(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<LeavingView | null> {
  const { rows } = await sql<LeavingRow>`
    select a.name as account, s.state, s.deletion_asked_at as "askedAt", s.deletion_asked_by_type as type,
      s.deletion_asked_by as id, u.name, s.deletion_reason as reason, s.deletion_due_at as "dueAt"
    from account a
    left join account_standing s on s.account_id = a.account_id
    left join app_user u on s.deletion_asked_by_type = 'USER' and u.user_id = s.deletion_asked_by
    where a.account_id = ${accountId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { account, state, askedAt, dueAt, type, id, name, reason } = row
  const deletion =
    askedAt && dueAt && type !== null && reason !== null
      ? {
          askedAt: formatDateTime(askedAt),
          askedBy: { type, id, name },
          reason,
          dueAt: formatDateTime(dueAt),
          revocable: type !== 'OPERATOR' && state !== 'DELETING',
        }
      : null
  return { account, state, deletion }
}
