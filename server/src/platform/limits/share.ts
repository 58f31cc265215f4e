import type { Rate } from './token-bucket.ts'

/** What a process tells of one subject of a limit, and how many permits it would like ahead. */
export interface Report {
  readonly charge: number
  readonly wish: number
}

/** What all processes together have left: permits granted to this one, and room for more behind them. */
export interface Count {
  readonly granted: number
  readonly room: number
}

/** How long permits taken ahead hold, and how late a use is told at most. */
export const leaseMs = 1_000

/** What a process may use before it is counted: a 32nd part of the reserve, so nothing of a small one. */
export function uncountedShare({ burst }: Rate): number {
  return Math.floor(burst / 32)
}

/**
 * What this process uses of one limit of one subject. It may use a small share before telling, and permits it was granted
 * ahead; beyond both it asks first. Whatever is used is told, so a process that uses its share too often only pays later.
 */
export class Share {
  readonly #rate: Rate
  readonly #most: number
  /** Used and not told yet; less than nothing: to be given back. */
  #owed = 0
  /** Told, but not known to be counted. */
  #inFlight = 0
  #left = 0
  #leftUntil = 0
  #emptyUntil = 0
  #known: { readonly room: number; readonly at: number } | null = null

  constructor(rate: Rate) {
    this.#rate = rate
    this.#most = uncountedShare(rate)
  }

  get #periodMs(): number {
    return 1_000 / this.#rate.perSecond
  }

  use(nowMs: number): 'go' | 'ask' | 'refused' {
    if (this.#left > 0 && nowMs < this.#leftUntil) {
      this.#left -= 1
      return 'go'
    }
    if (nowMs < this.#emptyUntil) return 'refused'
    if (this.#owed + this.#inFlight >= this.#most) return 'ask'
    this.#owed += 1
    return 'go'
  }

  giveBack(): void {
    this.#owed -= 1
  }

  /** Soon nothing more could be used without asking. */
  get isRunningOut(): boolean {
    return this.#owed > 0 && this.#owed * 2 >= this.#most && this.#inFlight === 0
  }

  /** Nothing to tell, now or later: it may be forgotten. */
  isIdle(nowMs: number): boolean {
    return this.#owed === 0 && this.#inFlight === 0 && this.#left === 0 && this.#emptyUntil <= nowMs
  }

  /** What there is to tell, for `waiting` who cannot go on before; null when that is nothing. */
  report(nowMs: number, waiting: number): Report | null {
    const isPressing = waiting > 0 || this.isRunningOut
    if (nowMs >= this.#leftUntil) {
      this.#owed -= this.#left
      this.#left = 0
    }
    const ahead = isPressing && this.#left === 0 ? 2 * this.#most : 0
    if (this.#owed === 0 && waiting === 0) return null
    this.#inFlight = this.#owed
    this.#owed = 0
    return { charge: this.#inFlight, wish: waiting + ahead }
  }

  /** How many of the waiting may go on. */
  accept(
    { granted, room }: Count,
    waiting: number,
    { sentAt, now }: { sentAt: number; now: number },
  ): number {
    this.#inFlight = 0
    const going = Math.min(waiting, granted)
    if (granted > going) {
      this.#left += granted - going
      this.#leftUntil = sentAt + leaseMs
    }
    this.#known = { room, at: now }
    this.#emptyUntil = room < 1 ? now + (1 - room) * this.#periodMs : 0
    return going
  }

  /** The report did not arrive, as far as anybody knows. */
  keepReport({ charge }: Report): void {
    this.#inFlight = 0
    this.#owed = Math.min(this.#owed + charge, this.#rate.burst)
  }

  secondsToWait(nowMs: number): number {
    return Math.max(0, this.#emptyUntil - nowMs) / 1_000
  }

  /** As far as this process knows; the whole reserve until it has asked. */
  remaining(nowMs: number): number {
    if (this.#known === null) return this.#rate.burst
    const refilled = (nowMs - this.#known.at) / this.#periodMs
    const room = Math.min(this.#rate.burst, this.#known.room + refilled) + this.#left - this.#owed
    return Math.max(0, Math.floor(room))
  }
}
