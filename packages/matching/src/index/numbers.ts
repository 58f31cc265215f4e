/** A list of unsigned 32-bit numbers that grows, in one piece of memory. */
export class Numbers {
  #data: Uint32Array
  #length = 0

  constructor(capacity = 1_024) {
    this.#data = new Uint32Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  /** The memory itself, for loops that run millions of times; only until something is added. */
  get data(): Uint32Array {
    return this.#data
  }

  get bytes(): number {
    return this.#data.byteLength
  }

  /** Zero where there is nothing. */
  at(place: number): number {
    return this.#data[place] ?? 0
  }

  set(place: number, value: number): void {
    this.#data[place] = value
  }

  /** Answers with the place of the value. */
  push(value: number): number {
    if (this.#length === this.#data.length) {
      const grown = new Uint32Array(Math.ceil(this.#data.length * 1.6))
      grown.set(this.#data)
      this.#data = grown
    }
    this.#data[this.#length] = value
    this.#length += 1
    return this.#length - 1
  }
}
