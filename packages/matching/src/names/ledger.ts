import type { ReasonKind } from '../reasons.ts'
import type { Token } from './token.ts'

/** What a comparison costs, and why if anybody asks. Both names are seen from one side; `explain` may turn them. */
export interface Charge {
  kind: ReasonKind
  cost: number
  one: string
  other: string
}

export interface Ledger {
  cost: number
  readonly charges: Charge[] | undefined
}

export const newLedger = (isExplained: boolean): Ledger => ({
  cost: 0,
  charges: isExplained ? [] : undefined,
})

const say = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ')

export function charge(
  ledger: Ledger,
  kind: ReasonKind,
  cost: number,
  [one, other]: readonly [readonly Token[], readonly Token[]],
): void {
  ledger.cost += cost
  ledger.charges?.push({ kind, cost, one: say(one), other: say(other) })
}
