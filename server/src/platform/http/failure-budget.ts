import { isIPv6 } from 'node:net'
import { AppError } from '../kernel/index.ts'
import { TokenBuckets } from './token-bucket.ts'
import type { Rate } from './types.ts'

/** Lets somebody fail so often and no oftener. What succeeds costs nothing, so an honest caller never feels it. */
export class FailureBudget {
  readonly #buckets: TokenBuckets

  constructor(rate: Rate) {
    this.#buckets = new TokenBuckets(rate)
  }

  /** Makes the attempt at the cost of `key`; beyond its budget the answer is 429, and nothing is attempted. */
  async attempt<T>(
    key: string,
    action: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    const taken = this.#buckets.take(key, performance.now())
    if (!taken.allowed) {
      const seconds = Math.max(1, Math.ceil(taken.seconds))
      throw new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
    }
    let hasFailed = false
    try {
      return await action()
    } catch (error) {
      hasFailed = isFailure(error)
      throw error
    } finally {
      if (!hasFailed) this.#buckets.giveBack(key)
    }
  }

  /** A failure that was met elsewhere. */
  spend(key: string): void {
    this.#buckets.take(key, performance.now())
  }

  isSpent(key: string): boolean {
    return !this.#buckets.has(key, performance.now())
  }
}

/** One caller's addresses: an IPv6 network of 64 bits is what a single connection is given, so it counts as one. */
export function addressGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted end stands for two groups.
  const dotted = after.at(-1)?.includes('.') === true || before.at(-1)?.includes('.') === true ? 1 : 0
  const zeros = Math.max(0, 8 - before.length - after.length - dotted)
  const groups = tail === undefined ? before : [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
