import type { X509Certificate } from 'node:crypto'
import type { Db } from '../../platform/db/index.ts'
import {
  CheckpointSet,
  positionOf,
  readNewestCheckpoints,
  startSince,
  verifyJournal,
  type ChainKey,
  type Checkpoint,
  type Verdict,
} from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { gatherEvidence, type Evidence } from '../anchors/index.ts'

/** What one request walks at most: a few seconds. */
export const longestWalk = 100_000
const atOnce = 2

interface VerifyRequest {
  readonly since: 'checkpoint' | 'start'
  /** Where an earlier walk ended. */
  readonly after: number | undefined
}

export interface VerifyDeps {
  readonly db: Db
  /** Of the checkpoint files, as far as this process can read them. */
  readonly folder: string
  readonly authorities: readonly X509Certificate[] | null
}

export interface VerifyStep {
  readonly verdict: Verdict
  readonly from: number
  readonly compared: NearEvidence
}

/** What a chain is compared with besides the database's own checkpoints. */
export interface NearEvidence {
  readonly kept: CheckpointSet
  /** Checkpoints of the file; null when there was none to be read. */
  readonly files: number | null
  readonly evidence: Evidence
}

/** What lies far away is read by the command: a request does not wait for other machines. */
export async function gatherNear(
  { db, authorities }: Pick<VerifyDeps, 'db' | 'authorities'>,
  of: ChainKey,
  inFile: readonly Checkpoint[] | null,
): Promise<NearEvidence> {
  const sources = { extent: 'newest', stamps: [], authorities, store: null } as const
  const evidence = await gatherEvidence(db, of, sources)
  const external = new CheckpointSet(of, [...(inFile ?? []), ...evidence.checkpoints])
  return { kept: external, files: inFile?.length ?? null, evidence }
}

export async function verifyStep(
  deps: VerifyDeps,
  scope: Scope,
  { since, after }: VerifyRequest,
): Promise<VerifyStep> {
  const { accountId } = scope
  const inFile = await readNewestCheckpoints(deps.folder, accountId)
  const compared = await gatherNear(deps, { accountId, chain: 'EVENTS' }, inFile)
  const { kept } = compared
  return deps.db.read(scope, async (tx) => {
    // An event that is gone meanwhile leaves nowhere to go on from: the walk begins again and finds out why.
    const from = after === undefined ? null : await positionOf(tx, scope, after)
    const checkpoint =
      after === undefined && since === 'checkpoint' ? await startSince(tx, scope, { kept }) : null
    const verdict = await verifyJournal(tx, scope, {
      kept,
      limit: longestWalk,
      ...(from && from.seq > 0 && { from }),
      ...(checkpoint && { since: checkpoint }),
    })
    return { verdict, from: from?.seq ?? checkpoint?.seq ?? 0, compared }
  })
}

/** Walking keeps a processor busy, so few walk at once and the others are asked to come back. */
export class VerifyTurns {
  #running = 0

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) throw new AppError('OVERLOADED')
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
  }
}
