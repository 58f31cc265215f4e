import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { AccountScope } from '../../platform/kernel/index.ts'

/** What seals are judged with: the lists of the installation, and what the account trusts by itself. */
export interface TrustInForce {
  /** Of the lists; null where there are none. */
  readonly version: number | null
  /** As the process that judges takes it; null where there are none. */
  readonly kept: Buffer | null
  /** In DER. */
  readonly roots: readonly Buffer[]
}

interface Kept {
  readonly version: number
  readonly digest: string
  readonly kept: Buffer
}

/** The lists are some megabytes, the same for all, and are never overwritten. */
let latest: Kept | null = null

export async function trustOf(tx: ReadTx, { accountId }: AccountScope): Promise<TrustInForce> {
  const { rows } = await sql<{ certificate: Buffer }>`
    select certificate from seal_root where account_id = ${accountId} order by root_id`.execute(tx)
  const lists = await keptLists(tx)
  return {
    version: lists?.version ?? null,
    kept: lists?.kept ?? null,
    roots: rows.map(({ certificate }) => certificate),
  }
}

async function keptLists(tx: ReadTx): Promise<Kept | null> {
  const known = latest
  const { rows } = await sql<Omit<Kept, 'kept'> & { kept: Buffer | null }>`
    select version, encode(digest, 'hex') as digest,
      case when digest is distinct from decode(${known?.digest ?? null}, 'hex') then kept end as kept
    from trust_version order by version desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return null
  if (row.kept === null) return known
  latest = { ...row, kept: row.kept }
  return latest
}
