import { invalidFilter, quote } from './scim-error.ts'

export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type CompareValue = string | number | boolean | null

/** A filter of RFC 7644, section 3.4.2.2. Paths are as they were written; whoever uses it looks them up. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly inner: Filter }
  | {
      readonly kind: 'compare'
      readonly path: string
      readonly operator: CompareOperator
      readonly value: CompareValue
    }
  | { readonly kind: 'present'; readonly path: string }
  /** One value of the attribute fits all of it: emails[type eq "work"]. */
  | { readonly kind: 'some'; readonly path: string; readonly inner: Filter }

const operators: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
// Enough for any directory; what is longer is a mistake or meant to keep us busy.
const maxLength = 4_000
const maxTokens = 300
const maxDepth = 25

interface Token {
  readonly kind: 'word' | 'string' | 'mark' | 'suffix'
  readonly text: string
}

const tokenPattern = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|(\.[A-Za-z$][\w$-]*)|([A-Za-z0-9_$:.+-]+))/y

function tokensOf(text: string): Token[] {
  if (text.length > maxLength) throw invalidFilter(`A filter may have ${maxLength} characters.`)
  const trimmed = text.trimEnd()
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < trimmed.length) {
    const start = tokenPattern.lastIndex
    const [, string, mark, suffix, word] = tokenPattern.exec(trimmed) ?? []
    if (string !== undefined) tokens.push({ kind: 'string', text: string })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
    else if (suffix !== undefined) tokens.push({ kind: 'suffix', text: suffix.slice(1) })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else throw invalidFilter(`The filter cannot be read at ${quote(trimmed.slice(start).trim())}.`)
    if (tokens.length > maxTokens) throw invalidFilter(`A filter may have ${maxTokens} words.`)
  }
  return tokens
}

export function parseFilter(text: string): Filter {
  const parser = new FilterParser(tokensOf(text))
  const filter = parser.or(0)
  parser.expectEnd()
  return filter
}

/** What stands in an attribute's brackets, and what follows them: `members[value eq "x"].display`. */
export interface ValuePath {
  readonly path: string
  readonly filter: Filter | null
  readonly sub: string | null
}

/** The path of a PATCH operation; null when it is none. */
export function parseValuePath(text: string): ValuePath | null {
  const bracket = text.indexOf('[')
  if (bracket < 0)
    return /^[A-Za-z0-9_$:.-]{1,300}$/.test(text) ? { path: text, filter: null, sub: null } : null
  const parser = new FilterParser(tokensOf(text))
  const path = parser.takeWord()
  if (path === null || !parser.take('[')) return null
  const filter = parser.or(0)
  if (!parser.take(']')) return null
  const sub = parser.takeSuffix()
  return parser.isAtEnd ? { path, filter, sub } : null
}

class FilterParser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.#unexpected()
  }

  take(mark: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'mark' || token.text !== mark) return false
    this.#at += 1
    return true
  }

  takeWord(): string | null {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word') return null
    this.#at += 1
    return token.text
  }

  takeSuffix(): string | null {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'suffix') return null
    this.#at += 1
    return token.text
  }

  or(depth: number): Filter {
    let left = this.#and(depth)
    while (this.#takeKeyword('or')) left = { kind: 'or', left, right: this.#and(depth) }
    return left
  }

  #and(depth: number): Filter {
    let left = this.#term(depth)
    while (this.#takeKeyword('and')) left = { kind: 'and', left, right: this.#term(depth) }
    return left
  }

  #term(depth: number): Filter {
    if (depth > maxDepth) throw invalidFilter('The filter is nested too deeply.')
    if (this.#startsNot()) {
      this.#at += 1
      return { kind: 'not', inner: this.#group(depth) }
    }
    const token = this.#tokens[this.#at]
    if (token?.kind === 'mark' && token.text === '(') return this.#group(depth)
    const path = this.takeWord()
    if (path === null) throw this.#unexpected()
    return this.take('[') ? this.#some(path, depth) : this.#comparison(path)
  }

  #group(depth: number): Filter {
    if (!this.take('(')) throw this.#unexpected()
    const inner = this.or(depth + 1)
    if (!this.take(')')) throw this.#unexpected()
    return inner
  }

  /** Directories also compare a part of the value they mean: emails[type eq "work"].value eq "x". */
  #some(path: string, depth: number): Filter {
    const inner = this.or(depth + 1)
    if (!this.take(']')) throw this.#unexpected()
    const sub = this.takeSuffix()
    if (sub === null) return { kind: 'some', path, inner }
    return { kind: 'some', path, inner: { kind: 'and', left: inner, right: this.#comparison(sub) } }
  }

  #comparison(path: string): Filter {
    const operator = this.takeWord()?.toLowerCase()
    if (operator === 'pr') return { kind: 'present', path }
    if (operator === undefined || !operators.has(operator)) {
      this.#at -= operator === undefined ? 0 : 1
      throw this.#unexpected()
    }
    return { kind: 'compare', path, operator: operator as CompareOperator, value: this.#value() }
  }

  #value(): CompareValue {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'string' && token?.kind !== 'word') throw this.#unexpected()
    const value = readJson(token.text)
    if (value === undefined) throw this.#unexpected()
    this.#at += 1
    return value
  }

  #startsNot(): boolean {
    const [token, next] = this.#tokens.slice(this.#at, this.#at + 2)
    return token?.kind === 'word' && token.text.toLowerCase() === 'not' && next?.text === '('
  }

  #takeKeyword(keyword: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || token.text.toLowerCase() !== keyword) return false
    this.#at += 1
    return true
  }

  #unexpected() {
    const token = this.#tokens[this.#at]
    return invalidFilter(
      token ? `The filter is wrong at ${quote(token.text)}.` : 'The filter ends too early.',
    )
  }
}

/** Undefined for what is neither text, number, truth value nor null. Some directories write True. */
function readJson(text: string): CompareValue | undefined {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
  } catch {
    return undefined
  }
  return undefined
}
