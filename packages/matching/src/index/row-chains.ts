import { Numbers } from './numbers.ts'

/** For each number from 0 on, the rows it was given, newest first. */
export class RowChains {
  /** Where the next place stands in the newest link; zero is the end. */
  readonly #heads = new Numbers()
  readonly #counts = new Numbers()
  /** A row and the place of the next one, side by side: what is read together comes into the cache together. */
  readonly #links = new Numbers()

  get bytes(): number {
    return this.#heads.bytes + this.#counts.bytes + this.#links.bytes
  }

  /** Numbers must be opened in their order. */
  open(): void {
    this.#heads.push(0)
    this.#counts.push(0)
  }

  count(number: number): number {
    return this.#counts.at(number)
  }

  add(number: number, row: number): void {
    this.#links.push(row)
    this.#heads.set(number, this.#links.push(this.#heads.at(number)))
    this.#counts.set(number, this.#counts.at(number) + 1)
  }

  visit(number: number, see: (row: number) => void): void {
    const { data } = this.#links
    let place = this.#heads.at(number)
    while (place > 0) {
      see(data[place - 1]!)
      place = data[place]!
    }
  }
}
