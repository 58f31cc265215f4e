import { Numbers } from './numbers.ts'

/** FNV-1a over the letters, with a mark for the kind of key. Two texts may share one: whoever looks up must check. */
export function hashOf(mark: number, text: string): number {
  let hash = 0x811c9dc5 ^ mark
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}

export const hashOfNumber = (value: number) => Math.imul(value ^ (value >>> 16), 0x45d9f3b) >>> 0

/** From a hash to all the numbers kept under it, newest first. */
export class HashChains {
  /** Places in the chains plus one; zero is the end. */
  #heads = new Uint32Array(1_024)
  readonly #hashes = new Numbers()
  readonly #values = new Numbers()
  readonly #next = new Numbers()

  get bytes(): number {
    return this.#heads.byteLength + this.#hashes.bytes + this.#values.bytes + this.#next.bytes
  }

  add(hash: number, value: number): void {
    if (this.#values.length > this.#heads.length) this.#grow()
    const slot = hash & (this.#heads.length - 1)
    this.#hashes.push(hash)
    this.#next.push(this.#heads[slot] ?? 0)
    this.#heads[slot] = this.#values.push(value) + 1
  }

  visit(hash: number, see: (value: number) => void): void {
    let place = this.#heads[hash & (this.#heads.length - 1)] ?? 0
    while (place > 0) {
      if (this.#hashes.at(place - 1) === hash >>> 0) see(this.#values.at(place - 1))
      place = this.#next.at(place - 1)
    }
  }

  #grow(): void {
    const heads = new Uint32Array(this.#heads.length * 2)
    for (let place = 0; place < this.#values.length; place += 1) {
      const slot = this.#hashes.at(place) & (heads.length - 1)
      this.#next.set(place, heads[slot] ?? 0)
      heads[slot] = place + 1
    }
    this.#heads = heads
  }
}
