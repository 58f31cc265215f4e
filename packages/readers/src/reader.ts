/**
 * Words to look for in folded text (upper case, no accents): the source of a regular expression in which a blank
 * stands for any blank, a new cell or a new line. Whole words only.
 */
export type Pattern = string

export interface Sign {
  /** Named in the reasons of a recognition. */
  readonly name: string
  readonly any: readonly Pattern[]
}

export type FieldKind = 'date' | 'amount' | 'code' | 'name' | 'text' | 'iban' | 'bic' | 'number'

export interface FieldRule {
  readonly name: string
  readonly kind: FieldKind
  /** What announces the value, the surest first. */
  readonly labels: readonly Pattern[]
  /** Of a code: what it looks like, in the case it is printed in. */
  readonly shape?: RegExp
}

/** What the words of a document say about it, beyond its fields. */
export interface Warning extends Sign {
  readonly name: 'NOT_UP_TO_DATE' | 'STRUCK_OFF' | 'WITHDRAWN' | 'OUTDATED_EDITION'
}

/** How one kind of document is recognised and read. Data only: one file each in documents/. */
export interface Reader {
  /** The code of the document type it answers. */
  readonly kind: string
  /** Raised with every change of what it recognises or reads: decisions name it. */
  readonly version: number
  /** One of these stands where a title stands. */
  readonly titles: readonly Pattern[]
  /** Content without which it is not this kind of document. */
  readonly mandatory: readonly Sign[]
  /** Of these at least `leastSigns`. */
  readonly signs: readonly Sign[]
  readonly leastSigns: number
  readonly warnings: readonly Warning[]
  /** What announces whom it is about. */
  readonly subjects: readonly Pattern[]
  /** Whether the company is known by its number, or by its name where such documents print none. */
  readonly subjectBy: 'IDENTIFIER' | 'NAME'
  readonly fields: readonly FieldRule[]
  /** What stands before a period; its ends are the fields periodFrom and periodTo. */
  readonly periods: readonly Pattern[]
  /** Of which dates it takes effect: the first that is printed, or any of them. */
  readonly effective: { readonly fields: readonly string[]; readonly rule: 'FIRST' | 'ANY' }
  /** The fields that say its last day, the surest first; none where its validity is counted from its date. */
  readonly expiration: readonly string[]
  /** Fields besides dates that every such document prints. */
  readonly required: readonly string[]
  /** Printed by the issuer's servers, never by somebody at a desk. */
  readonly isMadeByServer: boolean
}

const compiled = new Map<Pattern, RegExp>()

export function compile(pattern: Pattern): RegExp {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  // The end of a word is asked for only where the pattern ends with a letter or a digit.
  const made = new RegExp(`(?<![A-Z0-9])(?:${widen(pattern)})(?!(?<=[A-Z0-9])[A-Z0-9])`, 'g')
  compiled.set(pattern, made)
  return made
}

/** Blanks become any few blanks; within a class, any blank. */
function widen(pattern: Pattern): string {
  const parts = pattern.split(/(\[[^\]]*\])/)
  return parts
    .map((part) =>
      part.startsWith('[')
        ? part.replaceAll(' ', '\\s')
        : part.replace(/ (\?)/g, (_, optional: string) => (optional === '' ? '\\s{1,3}' : '\\s{0,3}')),
    )
    .join('')
}

export interface Match {
  readonly start: number
  readonly end: number
}

export function findAll(pattern: Pattern, folded: string): Match[] {
  return [...folded.matchAll(compile(pattern))].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

export function isFound({ any }: Sign, folded: string): boolean {
  return any.some((pattern) => folded.search(compile(pattern)) !== -1)
}
