import { identifierKey } from '../details/identifiers.ts'
import { prepareName, type PreparedName } from '../names/prepare-name.ts'
import { prepare, type PreparedSubject } from '../prepare.ts'
import { leastRaised, threshold } from '../score.ts'
import type { Subject } from '../subject.ts'
import { hashOfNumber } from './hash-chains.ts'
import { searchName } from './search.ts'
import { addName, bytesOf, newStore } from './store.ts'

export interface Candidate {
  readonly id: number
  /** Of the best pair of names; 0 where only an identifier is equal. */
  readonly nameScore: number
  readonly hasIdentifier: boolean
}

export interface FindOptions {
  /** Candidates whose names score less are left out; by default what no detail could raise to a match. */
  floor?: number
  /** How many that only more than their names could make a match; those that match by name are never left out. */
  limit?: number
}

const defaultLimit = 200
const fewDead = 4_096

/** Stands for the names of a subject that has none, so that its number is known. */
const nameless = prepareName({ text: '', kind: 'PRIMARY' }, 'UNKNOWN')

function differentNames(names: readonly PreparedName[]): PreparedName[] {
  const different = new Map<string, PreparedName>()
  for (const name of names) {
    const said = [
      ...name.tokens.map(({ key: it }) => it),
      name.familyLength,
      ...name.forms.map((form) => form.name),
    ]
    const key = `${name.isPerson ? 'P' : 'O'}${name.kind === 'WEAK' ? 'W' : 'S'} ${said.join('|')}`
    if (!different.has(key)) different.set(key, name)
  }
  return [...different.values()]
}

const isPrepared = (subject: Subject | PreparedSubject): subject is PreparedSubject =>
  subject.names[0] === undefined || 'tokens' in subject.names[0]

const read = (subject: Subject | PreparedSubject) => (isPrepared(subject) ? subject : prepare(subject))

const byScore = (a: Candidate, b: Candidate) => b.nameScore - a.nameScore || a.id - b.id

/** Finds, among the names of many subjects, those that may be the names of one. Callers number their subjects. */
export class NameIndex {
  #store = newStore()
  #size = 0
  #dead = 0
  /** Subjects by identifier, and the other way round for those that are removed. */
  readonly #holders = new Map<string, number[]>()
  readonly #identifiers = new Map<number, readonly string[]>()

  /** How many subjects there are. */
  get size(): number {
    return this.#size
  }

  /** How many different words their names have. */
  get words(): number {
    return this.#store.vocabulary.size
  }

  /** Bytes that the index takes, within a tenth. */
  memory(): number {
    const identifiers = this.#holders.size * 200 + this.#identifiers.size * 150
    return bytesOf(this.#store) + identifiers
  }

  /** Adds a subject, in place of the one that had the number before. Numbers are whole, from 0 to 2^32 - 1. */
  add(id: number, subject: Subject | PreparedSubject): void {
    if (!Number.isInteger(id) || id < 0 || id > 0xffff_ffff)
      throw new RangeError(`${id} is no unsigned 32-bit number`)
    this.remove(id)
    const { names, identifiers } = read(subject)
    for (const name of names.length > 0 ? names : [nameless]) addName(this.#store, id, name)
    this.#size += 1
    const keys = [...new Set(identifiers.map(identifierKey))]
    if (keys.length > 0) this.#identifiers.set(id, keys)
    for (const key of keys) this.#holders.set(key, [...(this.#holders.get(key) ?? []), id])
  }

  /** Nothing happens where there is none of that number. */
  remove(id: number): void {
    const { rows, rowsOfId } = this.#store
    let count = 0
    rowsOfId.visit(hashOfNumber(id), (row) => {
      if (rows.idOf(row) !== id || rows.isDead(row)) return
      rows.kill(row)
      count += 1
    })
    if (count === 0) return
    this.#size -= 1
    this.#dead += count
    for (const key of this.#identifiers.get(id) ?? []) {
      const others = (this.#holders.get(key) ?? []).filter((other) => other !== id)
      if (others.length > 0) this.#holders.set(key, others)
      else this.#holders.delete(key)
    }
    this.#identifiers.delete(id)
    if (this.#dead > fewDead && this.#dead * 2 > rows.length) this.#compact()
  }

  /** Subjects that may be this one, best names first; among equals the lower number. */
  find(subject: Subject | PreparedSubject, options: FindOptions = {}): readonly Candidate[] {
    const { floor = leastRaised, limit = defaultLimit } = options
    const { names, identifiers } = read(subject)
    const best = new Map<number, number>()
    const { rows } = this.#store
    for (const name of differentNames(names)) {
      searchName(this.#store, name, floor, (row, score) => {
        const id = rows.idOf(row)
        if (score > (best.get(id) ?? -1)) best.set(id, score)
      })
    }
    const holders = new Set(identifiers.flatMap((it) => this.#holders.get(identifierKey(it)) ?? []))
    const found = [...new Set([...best.keys(), ...holders])].map((id) => ({
      id,
      nameScore: best.get(id) ?? 0,
      hasIdentifier: holders.has(id),
    }))
    // An equal identifier is never crowded out by names.
    const sure = found.filter((it) => it.hasIdentifier).toSorted(byScore)
    const others = found.filter((it) => !it.hasIdentifier).toSorted(byScore)
    const matching = others.filter(({ nameScore }) => nameScore >= threshold).length
    return [...sure, ...others.slice(0, Math.max(matching, limit - sure.length))].toSorted(byScore)
  }

  /** Removed rows are only marked; when they are the majority, the others move to a new store. */
  #compact(): void {
    const { rows } = this.#store
    this.#store = newStore()
    this.#dead = 0
    for (let row = 0; row < rows.length; row += 1) {
      if (!rows.isDead(row)) addName(this.#store, rows.idOf(row), rows.nameAt(row))
    }
  }
}
