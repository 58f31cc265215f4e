import type { Fault, KeptAccount, Verdict } from '../platform/journal/index.ts'

const counted = (number: number) => number.toLocaleString('en')
const events = (number: number) => `${counted(number)} ${number === 1 ? 'event' : 'events'}`
const entries = (number: number) => `${counted(number)} ${number === 1 ? 'entry' : 'entries'}`
const moment = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const meanings: Record<Fault, string> = {
  GAP: 'it is missing, and later ones are there',
  ALTERED: 'it was changed, put in or moved after it was written',
  DETAIL_ALTERED: 'what it says was changed after it was written',
  DETAIL_MISSING: 'what it says was removed',
  DETAIL_ORPHAN: 'there are words of an event that does not exist',
  TIME_REVERSED: 'it claims to have happened before the event in front of it',
  TRUNCATED: 'the journal ends before it, and its head says otherwise',
  HEAD_ALTERED: 'the head of the journal does not point at the last event',
  HEAD_MISSING: 'the head of the journal was removed',
  CHECKPOINT_AHEAD: 'a checkpoint proves that this event was there; it and what followed were cut off',
  CHECKPOINT_MISMATCH: 'it is not the event its checkpoint was made of; the journal was rewritten',
  CHECKPOINT_FORGED: 'its checkpoint bears no signature of an accepted key',
}

export type Chain = 'EVENTS' | 'ADMINISTRATION'
export type AccountVerdict = { accountId: number; from: number; chain: Chain } & Verdict

function chainName({ accountId, chain }: Pick<AccountVerdict, 'accountId' | 'chain'>): string {
  const whose = accountId === 0 ? 'Operator' : `Account ${accountId}`
  return chain === 'EVENTS' ? whose : `${whose}, administration`
}

/** For a person at a terminal, in the order of what matters: whether, where, what, and what still holds. */
export function verdictInWords(verdict: AccountVerdict, ownKeyId: string | null): string {
  const name = chainName(verdict)
  const one = verdict.chain === 'EVENTS' ? 'event' : 'entry'
  const compared = verdict.agreed
    ? `${verdict.checkpoints === 1 ? '1 checkpoint agrees' : `${counted(verdict.checkpoints)} checkpoints agree`}, the last at ${one} ${counted(verdict.agreed.seq)} of ${moment(verdict.agreed.at)}`
    : 'no checkpoint to compare with'
  const strangers = verdict.keyIds.filter((keyId) => ownKeyId !== null && keyId !== ownKeyId)
  const notes = strangers.map((keyId) => `  Signed with another key than this installation's: ${keyId}`)
  if (verdict.intact) return [`${name}: ${reach(verdict)}, intact; ${compared}`, ...notes].join('\n')
  const { brokenSeq, fault } = verdict
  return [
    `${name}: BROKEN at ${one} ${counted(brokenSeq)} (${fault}): ${meanings[fault]}`,
    `  ${verdict.events > verdict.from ? `${reach(verdict)} before it hold` : `No ${one} before it was found to hold`}; ${compared}`,
    ...notes,
  ].join('\n')
}

function reach({ from, events: reached, chain }: AccountVerdict): string {
  const [several, one] = chain === 'EVENTS' ? [events, 'event'] : [entries, 'entry']
  return from === 0
    ? several(reached)
    : `${several(reached - from)} after the checkpoint at ${one} ${counted(from)}`
}

export function keptInWords(
  { accountId, outcome, exported }: KeptAccount,
  folder: string,
  chain: Chain = 'EVENTS',
): string {
  const name = chainName({ accountId, chain })
  const one = chain === 'EVENTS' ? 'event' : 'entry'
  const copied =
    exported === null
      ? `; COULD NOT BE WRITTEN to ${folder}`
      : exported > 0
        ? `; ${counted(exported)} written to ${folder}`
        : ''
  if (outcome.state === 'empty') return `${name}: ${chain === 'EVENTS' ? 'no events yet' : 'no entries yet'}`
  if (outcome.state === 'refused') {
    const account = accountId === 0 ? '' : ` --account ${accountId}`
    return `${name}: NOT SIGNED, the journal contradicts an earlier checkpoint at ${one} ${counted(outcome.brokenSeq)}; run: vigie journal verify${account}`
  }
  const { seq, at } = outcome.checkpoint
  const what = outcome.state === 'made' ? 'signed up to' : 'nothing new since'
  return `${name}: ${what} ${one} ${counted(seq)} of ${moment(at)}${copied}`
}
