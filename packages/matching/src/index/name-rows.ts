import { keyOf, type PreparedName } from '../names/prepare-name.ts'
import { isEssential, type Token } from '../names/token.ts'
import type { NameKind } from '../subject.ts'
import { legalForms, type LegalForm } from '../tables/legal-forms.ts'
import { Numbers } from './numbers.ts'
import type { Vocabulary } from './vocabulary.ts'

const nameKinds: readonly NameKind[] = ['PRIMARY', 'ALIAS', 'WEAK', 'FORMER']
const forms: readonly LegalForm[] = [...new Set(legalForms.values())]
const numbersOfForms = new Map(forms.map((form, number) => [form, number]))

const personFlag = 1 << 20
const deadFlag = 1 << 21

export const isWord = ({ role }: Token) => role === 'WORD' || role === 'PATRONYMIC'

/**
 * The different tokens by which a name is found. Words, of which the shorter of two names that are one has all; places
 * and then anything only in names that have no word.
 */
export function tellingTokens(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.filter(isWord)
  const essential = words.length > 0 ? words : tokens.filter(isEssential)
  return [...new Set(essential.length > 0 ? essential : tokens)]
}

/** Names in a few numbers each: whose it is, and the numbers of its tokens and legal forms. */
export class NameRows {
  readonly #vocabulary: Vocabulary
  readonly #ids = new Numbers()
  /** Where the tokens of the row start; its legal forms follow, and end where the next row starts. */
  readonly #starts = new Numbers()
  readonly #pool = new Numbers()
  /** Count of tokens, of telling tokens, of tokens of the family name: six bits each. Kind of name: two. Then flags. */
  readonly #shapes = new Numbers()

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  get length(): number {
    return this.#ids.length
  }

  get bytes(): number {
    return this.#ids.bytes + this.#starts.bytes + this.#pool.bytes + this.#shapes.bytes
  }

  /** Takes the numbers of the tokens of the name, and how many of them tell; answers with the number of the row. */
  add(id: number, name: PreparedName, numbers: readonly number[], telling: number): number {
    const shape =
      numbers.length | (telling << 6) | (name.familyLength << 12) | (nameKinds.indexOf(name.kind) << 18)
    this.#shapes.push(shape | (name.isPerson ? personFlag : 0))
    this.#starts.push(this.#pool.length)
    for (const number of numbers) this.#pool.push(number)
    for (const form of name.forms) this.#pool.push(numbersOfForms.get(form) ?? 0)
    return this.#ids.push(id)
  }

  idOf(row: number): number {
    return this.#ids.at(row)
  }

  isPerson(row: number): boolean {
    return (this.#shapes.at(row) & personFlag) !== 0
  }

  isDead(row: number): boolean {
    return (this.#shapes.at(row) & deadFlag) !== 0
  }

  kill(row: number): void {
    this.#shapes.set(row, this.#shapes.at(row) | deadFlag)
  }

  countTelling(row: number): number {
    return (this.#shapes.at(row) >>> 6) & 63
  }

  countTokens(row: number): number {
    return this.#shapes.at(row) & 63
  }

  /** The number of a token of the row. */
  numberAt(row: number, at: number): number {
    return this.#pool.at(this.#starts.at(row) + at)
  }

  /** Where the numbers of its tokens start in the pool. */
  startOf(row: number): number {
    return this.#starts.at(row)
  }

  /** The numbers of all tokens, row after row. */
  get pool(): Uint32Array {
    return this.#pool.data
  }

  holds(row: number, number: number): boolean {
    for (let at = this.countTokens(row) - 1; at >= 0; at -= 1)
      if (this.numberAt(row, at) === number) return true
    return false
  }

  /** The name as it was prepared, save for its text, which nobody compares. */
  nameAt(row: number): PreparedName {
    const shape = this.#shapes.at(row)
    const start = this.#starts.at(row)
    const end = row + 1 < this.length ? this.#starts.at(row + 1) : this.#pool.length
    const tokens: Token[] = []
    const found: LegalForm[] = []
    for (let at = start; at < end; at += 1) {
      if (at - start < (shape & 63)) {
        const token = this.#vocabulary.token(this.#pool.at(at))
        if (token !== undefined) tokens.push(token)
      } else {
        const form = forms[this.#pool.at(at)]
        if (form !== undefined) found.push(form)
      }
    }
    return {
      text: '',
      kind: nameKinds[(shape >>> 18) & 3] ?? 'PRIMARY',
      isPerson: this.isPerson(row),
      tokens,
      forms: found,
      familyLength: (shape >>> 12) & 63,
      get key() {
        return keyOf(tokens)
      },
    }
  }
}
