import type { Breach, EventScan, Fault } from './chain-scan.ts'
import type { Checkpoint } from './checkpoint.ts'

interface ScanResult {
  /** The last event that holds; every one before it does too, from where the walk began. */
  readonly events: number
  /** The newest checkpoint the chain agrees with, as far as it was walked. */
  readonly agreed: Checkpoint | null
  readonly checkpoints: number
  /** Keys of the checkpoints that were compared. */
  readonly keyIds: readonly string[]
}

export type Verdict = ScanResult &
  (
    | { readonly intact: true; readonly lastHash: string; readonly complete: boolean }
    | { readonly intact: false; readonly brokenSeq: number; readonly fault: Fault }
  )

export function verdictOf(
  scan: Pick<EventScan, 'reached' | 'agreed' | 'checkpoints' | 'keyIds' | 'from'>,
  { breach, complete }: { breach: Breach | null; complete: boolean },
): Verdict {
  const { reached, agreed, checkpoints, keyIds, from } = scan
  const result: ScanResult = { events: reached.seq, agreed, checkpoints, keyIds: [...keyIds] }
  if (!breach) return { intact: true, ...result, lastHash: reached.hash.toString('hex'), complete }
  // Rewritten events link well: only those up to a checkpoint that agrees are known to be the old ones.
  const events = breach.fault === 'CHECKPOINT_MISMATCH' ? (agreed?.seq ?? from) : reached.seq
  return { intact: false, ...result, events, ...breach }
}
