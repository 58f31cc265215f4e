/** Numbers that look random and come again with the same seed (mulberry32). */
export class Seeded {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => [this.next(), item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}
