/**
 * What accounts wait for: each has a line of its own, and the accounts take turns. What cannot wait stands in a lane of
 * its own, and the two lanes take turns as well, so that neither can be kept from moving by the other.
 */
export class AccountQueue<T extends { readonly accountId: number; readonly isUrgent: boolean }> {
  // In the order of their turns.
  readonly #urgent = new Map<number, T[]>()
  readonly #other = new Map<number, T[]>()
  #lastWasUrgent = false

  /** Behind what the account has in that lane already. */
  add(item: T): void {
    const lane = this.#laneOf(item)
    const line = lane.get(item.accountId)
    if (line) line.push(item)
    else lane.set(item.accountId, [item])
  }

  /** Whoever had a turn and is not done goes first in the line of the account, which goes behind all others. */
  putBack(item: T): void {
    const lane = this.#laneOf(item)
    const line = lane.get(item.accountId) ?? []
    lane.delete(item.accountId)
    lane.set(item.accountId, [item, ...line])
  }

  take(): T | undefined {
    const [first, second] = this.#lastWasUrgent ? [this.#other, this.#urgent] : [this.#urgent, this.#other]
    const item = takeFrom(first) ?? takeFrom(second)
    if (item) this.#lastWasUrgent = item.isUrgent
    return item
  }

  waiting(accountId: number, { isUrgent }: Pick<T, 'isUrgent'>): number {
    return (isUrgent ? this.#urgent : this.#other).get(accountId)?.length ?? 0
  }

  #laneOf({ isUrgent }: T): Map<number, T[]> {
    return isUrgent ? this.#urgent : this.#other
  }
}

function takeFrom<T>(lane: Map<number, T[]>): T | undefined {
  for (const [accountId, line] of lane) {
    const [item, ...rest] = line
    lane.delete(accountId)
    if (rest.length > 0) lane.set(accountId, rest)
    return item
  }
  return undefined
}
