import type { Evidence, TargetState } from '../domain/anchors/index.ts'
import type { ChainKey, ChainName, Fault, CheckpointedAccount, Verdict } from '../platform/journal/index.ts'

const formatCount = (number: number) => number.toLocaleString('en')
const events = (number: number) => `${formatCount(number)} ${number === 1 ? 'event' : 'events'}`
const entries = (number: number) => `${formatCount(number)} ${number === 1 ? 'entry' : 'entries'}`
const formatMoment = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const meanings: Record<Fault, string> = {
  GAP: 'it is missing, but later ones exist',
  ALTERED: 'it was changed, inserted or moved after it was written',
  DETAIL_ALTERED: 'what it says was changed after it was written',
  DETAIL_MISSING: 'what it says was removed',
  DETAIL_ORPHAN: 'there is text of an event that does not exist',
  TIME_REVERSED: 'it claims to have happened before the previous event',
  TRUNCATED: 'the journal ends before it, and its head says otherwise',
  HEAD_ALTERED: 'the head of the journal does not point at the last event',
  HEAD_MISSING: 'the head of the journal was removed',
  CHECKPOINT_AHEAD: 'a checkpoint proves that this event was there; it and what followed were cut off',
  CHECKPOINT_MISMATCH: 'it is not the event its checkpoint was signed for; the journal was rewritten',
  CHECKPOINT_FORGED: 'its checkpoint has no signature by an accepted key',
}

export type ChainVerdict = ChainKey & { readonly from: number } & Verdict

export function nameOfChain({ accountId, chain }: ChainKey): string {
  const whose = accountId === 0 ? 'Operator' : `Account ${accountId}`
  return chain === 'EVENTS' ? whose : `${whose}, administration`
}

/** What is to be said of one chain. */
export interface JudgedChain {
  readonly verdict: ChainVerdict
  readonly evidence: Evidence | null
  /** Checkpoints of the chain in files; null when none were read. */
  readonly files: number | null
}

/** For a person at a terminal, in the order of what matters: whether, where, what, and what still holds. */
export function describeVerdict(verdict: ChainVerdict, ownKeyId: string | null): string {
  const name = nameOfChain(verdict)
  const one = verdict.chain === 'EVENTS' ? 'event' : 'entry'
  const compared = verdict.agreed
    ? `${verdict.checkpoints === 1 ? '1 checkpoint agrees' : `${formatCount(verdict.checkpoints)} checkpoints agree`}, the last at ${one} ${formatCount(verdict.agreed.seq)} of ${formatMoment(verdict.agreed.at)}`
    : 'no checkpoint to compare with'
  const strangers = verdict.keyIds.filter((keyId) => ownKeyId !== null && keyId !== ownKeyId)
  const notes = strangers.map((keyId) => `  Signed with another key than this installation's: ${keyId}`)
  if (verdict.intact) return [`${name}: ${reach(verdict)}, intact; ${compared}`, ...notes].join('\n')
  const { brokenSeq, fault } = verdict
  return [
    `${name}: BROKEN at ${one} ${formatCount(brokenSeq)} (${fault}): ${meanings[fault]}`,
    `  ${verdict.events > verdict.from ? `${reach(verdict)} before it hold` : `No ${one} before it was found to hold`}; ${compared}`,
    ...notes,
  ].join('\n')
}

function reach({ from, events: reached, chain }: ChainVerdict): string {
  const [several, one] = chain === 'EVENTS' ? [events, 'event'] : [entries, 'entry']
  return from === 0
    ? several(reached)
    : `${several(reached - from)} after the checkpoint at ${one} ${formatCount(from)}`
}

/** What the verdict rests on besides the database; `folder` is where the installation's own files are. */
export function describeEvidence({ verdict, evidence, files }: JudgedChain, folder: string | null): string[] {
  const lines: string[] = []
  const one = verdict.chain === 'EVENTS' ? 'event' : 'entry'
  const whose = verdict.chain === 'EVENTS' ? 'this account' : 'this administration journal'
  if (files === 0 && verdict.events > 0) lines.push(`  There is NO checkpoint of ${whose} in ${folder}`)
  if (!evidence) return lines
  const { stamps, tokens, objects, storeFault } = evidence
  if (stamps === null && tokens > 0) {
    lines.push(`  ${formatCount(tokens)} time-stamps NOT checked: name the authorities with --timestamp-ca`)
  }
  const sound = (stamps ?? []).filter((stamp) => 'provenAt' in stamp)
  const last = sound.at(-1)
  if (last) {
    const count = sound.length === 1 ? '1 time-stamp holds' : `${formatCount(sound.length)} time-stamps hold`
    lines.push(
      `  ${count}, the last proves ${one} ${formatCount(last.seq)} on ${formatMoment(last.provenAt)} (${last.authority})`,
    )
  }
  for (const stamp of stamps ?? []) {
    if ('fault' in stamp)
      lines.push(`  The time-stamp of ${one} ${formatCount(stamp.seq)} DOES NOT HOLD (${stamp.fault})`)
  }
  if (objects !== null) lines.push(`  ${formatCount(objects)} checkpoints in the locked store`)
  if (storeFault !== null) lines.push(`  The locked store COULD NOT BE READ (${storeFault})`)
  return lines
}

/** How far one target got with a chain. */
export type AccountTarget = TargetState & { readonly accountId: number }

export function describeTarget(state: AccountTarget): string {
  const { target, waiting, deliveredSeq, deliveredAt, fault } = state
  const one = state.chain === 'EVENTS' ? 'event' : 'entry'
  const reached =
    deliveredSeq === null || deliveredAt === null
      ? 'nothing delivered yet'
      : `delivered up to ${one} ${formatCount(deliveredSeq)} on ${formatMoment(deliveredAt)}`
  const rest = waiting === 0 ? '' : `; ${formatCount(waiting)} WAITING${fault === null ? '' : ` (${fault})`}`
  return `${nameOfChain(state)}: ${target}: ${reached}${rest}`
}

export function describeCheckpoint(
  { accountId, outcome, exported }: CheckpointedAccount,
  folder: string,
  chain: ChainName = 'EVENTS',
): string {
  const name = nameOfChain({ accountId, chain })
  const one = chain === 'EVENTS' ? 'event' : 'entry'
  const copied =
    exported === null
      ? `; COULD NOT BE WRITTEN to ${folder}`
      : exported > 0
        ? `; ${formatCount(exported)} written to ${folder}`
        : ''
  if (outcome.state === 'empty') return `${name}: ${chain === 'EVENTS' ? 'no events yet' : 'no entries yet'}`
  if (outcome.state === 'refused') {
    const account = accountId === 0 ? '' : ` --account ${accountId}`
    return `${name}: NOT SIGNED, the journal contradicts an earlier checkpoint at ${one} ${formatCount(outcome.brokenSeq)}; run: vigie journal verify${account}`
  }
  const { seq, at } = outcome.checkpoint
  const what = outcome.state === 'made' ? 'signed up to' : 'nothing new since'
  return `${name}: ${what} ${one} ${formatCount(seq)} of ${formatMoment(at)}${copied}`
}
