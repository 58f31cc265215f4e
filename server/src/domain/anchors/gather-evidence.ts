import type { X509Certificate } from 'node:crypto'
import type { Db } from '../../platform/db/index.ts'
import { parseCheckpoint, type ChainKey, type Checkpoint } from '../../platform/journal/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { anchorFault } from './anchor.ts'
import { listAnchors } from './anchors.queries.ts'
import type { ObjectLockTarget } from './object-lock-target.ts'
import { pickExtent, type Extent } from './sample.ts'
import { StampRefused } from './time-stamp/refused.ts'
import type { Stamp } from './time-stamp/stamp-file.ts'

export type StampVerdict =
  | { readonly seq: number; readonly provenAt: Date; readonly authority: string }
  | { readonly seq: number; readonly fault: string }

export interface Evidence {
  /** Copies of checkpoints, wherever one was found. */
  readonly checkpoints: readonly Checkpoint[]
  /** Null when nobody said which authorities to believe. */
  readonly stamps: readonly StampVerdict[] | null
  /** How many tokens there are, checked or not. */
  readonly tokens: number
  readonly objects: number | null
  /** Why the store could not be read back. */
  readonly storeFault: string | null
}

export interface EvidenceSources {
  readonly extent: Extent
  /** Time-stamps of files; those of other chains are passed over. */
  readonly stamps: readonly Stamp[]
  readonly authorities: readonly X509Certificate[] | null
  readonly store: ObjectLockTarget | null
}

/** What was anchored of a chain's checkpoints, from the table, the files and the store. */
export async function gatherEvidence(
  db: Db,
  of: ChainKey,
  { extent, stamps, authorities, store }: EvidenceSources,
): Promise<Evidence> {
  const anchors = await db.read(wholeAccount(of.accountId), (tx) => listAnchors(tx, of, extent))
  const stored = anchors.flatMap(({ line, token }) => (token ? [{ line, token }] : []))
  const judged = await judgeStamps(of, { stamps: [...stored, ...stamps], authorities, extent })
  const read = store ? await readStore(store, of, extent) : null
  const lines = [...anchors.map(({ line }) => line), ...(read?.lines ?? [])]
  return {
    checkpoints: [...judged.checkpoints, ...lines.flatMap((line) => parseCheckpoint(line) ?? [])],
    stamps: judged.stamps,
    tokens: judged.tokens,
    objects: read?.objects ?? null,
    storeFault: read?.fault ?? null,
  }
}

/** The same of time-stamps alone, for whoever has nothing but files. */
export async function judgeStamps(
  of: ChainKey,
  { stamps, authorities, extent }: Omit<EvidenceSources, 'store'>,
): Promise<Evidence> {
  const dated = dateStamps(of, stamps)
  const wanted = pickExtent(dated, extent).toReversed()
  return {
    checkpoints: dated.flatMap(({ line }) => parseCheckpoint(line) ?? []),
    stamps: authorities && (await verifyStamps(wanted, authorities)),
    tokens: dated.length,
    objects: null,
    storeFault: null,
  }
}

type DatedStamp = Stamp & { readonly seq: number; readonly at: Date }

/** Once each: the table and the files hold mostly the same. */
function dateStamps({ accountId, chain }: ChainKey, stamps: readonly Stamp[]): DatedStamp[] {
  const found = new Map<string, DatedStamp>()
  for (const { line, token } of stamps) {
    const checkpoint = parseCheckpoint(line)
    if (checkpoint?.accountId !== accountId || checkpoint.chain !== chain) continue
    const { seq, madeAt: at } = checkpoint
    found.set(`${line}${token.toString('base64')}`, { line, token, seq, at })
  }
  return [...found.values()].toSorted((one, other) => one.seq - other.seq)
}

async function verifyStamps(
  stamps: readonly DatedStamp[],
  authorities: readonly X509Certificate[],
): Promise<StampVerdict[]> {
  if (stamps.length === 0) return []
  const { verifyToken } = await import('./time-stamp/protocol.ts')
  return stamps.map(({ seq, line, token }) => {
    try {
      return { seq, ...verifyToken(token, { text: line, authorities }) }
    } catch (error) {
      if (!(error instanceof StampRefused)) throw error
      return { seq, fault: error.code }
    }
  })
}

async function readStore(
  store: ObjectLockTarget,
  of: ChainKey,
  extent: Extent,
): Promise<{ lines: readonly string[]; objects: number | null; fault: string | null }> {
  try {
    return { ...(await store.readBack(of, extent)), fault: null }
  } catch (error) {
    return { lines: [], objects: null, fault: anchorFault(error) }
  }
}
