import type { X509Certificate } from 'node:crypto'
import type { Db } from '../../platform/db/index.ts'
import {
  KeptSet,
  positionOf,
  readNewestCheckpoints,
  startSince,
  verifyJournal,
  type Verdict,
} from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { gatherEvidence, type Evidence } from '../anchors/index.ts'
import { longestWalk } from './chain-verification.ts'

const atOnce = 2

interface Asked {
  readonly since: 'checkpoint' | 'start'
  /** Where an earlier walk ended. */
  readonly after: number | undefined
}

export interface WalkDeps {
  readonly db: Db
  /** Of the checkpoint files, as far as this process can read them. */
  readonly folder: string
  readonly authorities: readonly X509Certificate[] | null
}

export interface Walk {
  readonly verdict: Verdict
  readonly from: number
  /** Checkpoints of the file; null when there was none to be read. */
  readonly files: number | null
  readonly evidence: Evidence
}

export async function walkOnce(deps: WalkDeps, scope: Scope, { since, after }: Asked): Promise<Walk> {
  const { accountId } = scope
  const inFile = await readNewestCheckpoints(deps.folder, accountId)
  // What lies far away is read by the command: a request does not wait for other machines.
  const sources = { extent: 'newest', stamps: [], authorities: deps.authorities, store: null } as const
  const evidence = await gatherEvidence(deps.db, accountId, sources)
  const kept = new KeptSet(accountId, [...(inFile ?? []), ...evidence.checkpoints])
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
    return { verdict, from: from?.seq ?? checkpoint?.seq ?? 0, files: inFile?.length ?? null, evidence }
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
