import type { ChainKey, Checkpoint } from './checkpoint.ts'

const none: readonly Checkpoint[] = []

/** Checkpoints that somebody kept outside the database, as far as they are of one chain. */
export class CheckpointSet {
  readonly #bySeq = new Map<number, Checkpoint[]>()
  readonly #last: Checkpoint | null = null

  constructor({ accountId, chain }: ChainKey, checkpoints: Iterable<Checkpoint>) {
    for (const checkpoint of checkpoints) {
      if (checkpoint.accountId !== accountId || checkpoint.chain !== chain) continue
      const known = this.#bySeq.get(checkpoint.seq) ?? []
      this.#bySeq.set(checkpoint.seq, known)
      // Two processes may have written the same one.
      if (!known.some((one) => isSame(one, checkpoint))) known.push(checkpoint)
      if (checkpoint.seq > (this.#last?.seq ?? 0)) this.#last = checkpoint
    }
  }

  at(seq: number): readonly Checkpoint[] {
    return this.#bySeq.get(seq) ?? none
  }

  all(): Checkpoint[] {
    return [...this.#bySeq.values()].flat()
  }

  /** One that lies beyond the end of a chain, if there is one. */
  beyond(seq: number): Checkpoint | null {
    return this.#last && this.#last.seq > seq ? this.#last : null
  }
}

export function isSame(one: Checkpoint, other: Checkpoint): boolean {
  return (
    one.keyId === other.keyId &&
    one.at.getTime() === other.at.getTime() &&
    one.hash.equals(other.hash) &&
    one.publicKey.equals(other.publicKey) &&
    one.signature.equals(other.signature)
  )
}
