import { createHmac } from 'node:crypto'
import { leaseMs, Share, type Count, type Report } from './share.ts'
import { TokenBuckets, type Rate, type TakeResult } from './token-bucket.ts'

export interface CountRequest extends Report, Rate {
  readonly key: Buffer
}

/** Where all processes count together. The answers come in the order of the requests. */
export type CountTogether = (requests: readonly CountRequest[]) => Promise<readonly Count[]>

/** Buckets of one rate, one for each key, for all processes together. At once, unless the others must be asked. */
export interface Buckets {
  take(key: string): TakeResult | Promise<TakeResult>
  /** Takes back what `take` spent. */
  giveBack(key: string): void
}

interface Member {
  readonly share: Share
  readonly rate: Rate
  readonly key: Buffer
  readonly forget: () => void
  waiting: ((isAllowed: boolean) => void)[]
}

interface Sent {
  readonly member: Member
  readonly report: Report
  readonly waiting: Member['waiting']
}

const mostAtOnce = 2_000
// Whoever waits longer goes on by the count of this process alone: a limit is no reason to fail.
const patienceMs = 2_000
const aloneMs = 1_000

interface SharedLimitsOptions {
  /** Null: this process counts alone. */
  readonly together: CountTogether | null
  /** Keys of the table are digests under it. */
  readonly secret?: Uint8Array
  readonly now?: () => number
}

/**
 * Limits that hold for all processes of the installation. A request within the share of its process costs nothing;
 * what is used is told once a second, of all limits in one statement. While the database cannot be asked each process
 * counts for itself.
 */
export class SharedLimits {
  readonly #together: CountTogether | null
  readonly #secret: Uint8Array
  readonly #now: () => number
  readonly #due = new Set<Member>()
  #timer: NodeJS.Timeout | null = null
  #soon: NodeJS.Immediate | null = null
  #telling: Promise<void> | null = null
  #aloneUntil = 0

  constructor({ together, secret = new Uint8Array(0), now = () => performance.now() }: SharedLimitsOptions) {
    this.#together = together
    this.#secret = secret
    this.#now = now
  }

  /** Whether this process counts for itself, because the others could not be asked. */
  get isAlone(): boolean {
    return this.#together === null || this.#now() < this.#aloneUntil
  }

  /** Of one name there is one rate: what two processes call alike, they count together. */
  buckets(name: string, rate: Rate): Buckets {
    // Counts on while the others cannot be asked; besides, no process may ever use more than all together.
    const own = new TokenBuckets(rate)
    const members = new Map<string, Member>()
    const memberOf = (key: string): Member => {
      const known = members.get(key)
      if (known) return known
      const digest = createHmac('sha256', this.#secret)
        .update(JSON.stringify([name, key]))
        .digest()
      const forget = () => members.delete(key)
      const member = { share: new Share(rate), rate, key: digest.subarray(0, 16), forget, waiting: [] }
      members.set(key, member)
      return member
    }
    return {
      take: (key) => {
        const now = this.#now()
        const result = own.take(key, now)
        if (!result.allowed || this.isAlone) return result
        const member = memberOf(key)
        const use = member.share.use(now)
        const settle = (isAllowed: boolean) =>
          settleTake({ member, own, key, result }, isAllowed, this.#now())
        if (use === 'ask') return this.#ask(member).then(settle)
        if (use === 'go') this.#note(member)
        return settle(use === 'go')
      },
      giveBack: (key) => {
        own.giveBack(key)
        if (this.isAlone) return
        const member = memberOf(key)
        member.share.giveBack()
        this.#note(member)
      },
    }
  }

  /** Tells what is left to tell, and nothing any more. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#soon) clearImmediate(this.#soon)
    await this.#telling
    await this.#tell()
    if (this.#timer) clearTimeout(this.#timer)
  }

  #note(member: Member): void {
    this.#due.add(member)
    if (member.share.isRunningOut) this.#tellSoon()
    else this.#tellLater()
  }

  #ask(member: Member): Promise<boolean> {
    return new Promise((resolve) => {
      member.waiting.push(resolve)
      this.#due.add(member)
      this.#tellSoon()
    })
  }

  #tellLater(): void {
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#tellSoon()
    }, leaseMs)
    this.#timer.unref()
  }

  /** Behind what arrived together, so that all of it is asked at once. */
  #tellSoon(): void {
    if (this.#soon !== null || this.#telling !== null) return
    this.#soon = setImmediate(() => {
      this.#soon = null
      this.#telling = this.#tell().finally(() => {
        this.#telling = null
        const isPressing = [...this.#due].some(
          ({ waiting, share }) => waiting.length > 0 || share.isRunningOut,
        )
        if (isPressing) this.#tellSoon()
        else if (this.#due.size > 0) this.#tellLater()
      })
    })
  }

  async #tell(): Promise<void> {
    const sentAt = this.#now()
    const sent = this.#collect(sentAt)
    if (sent.length === 0 || this.#together === null) return
    const requests = sent.map(({ member: { key, rate }, report }) => ({ key, ...rate, ...report }))
    try {
      const counts = await inTime(this.#together(requests))
      const times = { sentAt, now: this.#now() }
      for (const [nth, { member, waiting }] of sent.entries()) {
        const going = member.share.accept(counts[nth] ?? { granted: 0, room: 0 }, waiting.length, times)
        for (const [place, resolve] of waiting.entries()) resolve(place < going)
      }
    } catch {
      this.#aloneUntil = this.#now() + aloneMs
      for (const { member, report, waiting } of sent) {
        member.share.keepReport(report)
        for (const resolve of waiting) resolve(true)
      }
    }
  }

  #collect(now: number): Sent[] {
    const sent: Sent[] = []
    for (const member of this.#due) {
      if (sent.length === mostAtOnce) break
      const { waiting } = member
      const report = member.share.report(now, waiting.length)
      if (report !== null) {
        sent.push({ member, report, waiting })
        member.waiting = []
      } else if (member.share.isIdle(now)) {
        this.#due.delete(member)
        member.forget()
      }
    }
    return sent
  }
}

interface Taking {
  readonly member: Member
  readonly own: TokenBuckets
  readonly key: string
  readonly result: TakeResult
}

function settleTake({ member, own, key, result }: Taking, isAllowed: boolean, now: number): TakeResult {
  if (isAllowed) return { ...result, remaining: Math.min(result.remaining, member.share.remaining(now)) }
  own.giveBack(key)
  return { allowed: false, remaining: 0, seconds: member.share.secondsToWait(now) }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The shared count did not answer in time.')), patienceMs)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
