import { align } from './align.ts'
import { acronymOf, chargeCompany } from './company-costs.ts'
import { newCompared, type Compared } from './costs.ts'
import { charge, newLedger, type Charge, type Ledger } from './ledger.ts'
import { chargePerson } from './person-costs.ts'
import type { PreparedName } from './prepare-name.ts'

export interface NameComparison {
  score: number
  /** In the order of the arguments. */
  charges: readonly Charge[]
}

const weakAlias = 0.15
const onlyCommonWords = 0.4
const acronym = 0.22
const joinedNames = 0.04

const nothing: NameComparison = { score: 0, charges: [] }

export const joinedText = ({ tokens }: PreparedName) => tokens.map(({ text }) => text).join('')

/** The same words with other spaces, which hides more than the alignment can join. */
function isRespaced(a: PreparedName, b: PreparedName): boolean {
  if (a.tokens.length === b.tokens.length) return false
  const length = (name: PreparedName) => name.tokens.reduce((sum, { text }) => sum + text.length, 0)
  return length(a) === length(b) && joinedText(a) === joinedText(b)
}

function isAcronym(short: PreparedName, long: PreparedName): boolean {
  const [only, ...more] = short.tokens
  if (only === undefined || more.length > 0 || short.isPerson || long.isPerson) return false
  return only.text.length >= 4 && long.tokens.length >= 4 && acronymOf(long) === only.text
}

function chargeAll(compared: Compared): void {
  const { a, b, ledger } = compared
  if (isRespaced(a, b)) charge(ledger, 'WORDS_JOINED', joinedNames, [a.tokens, b.tokens])
  else if (isAcronym(a, b) || isAcronym(b, a)) charge(ledger, 'ACRONYM', acronym, [a.tokens, b.tokens])
  else if (compared.alignment.pairs.length === 0) charge(ledger, 'WORD_CONTRADICTED', 1, [a.tokens, b.tokens])
  else {
    if (a.isPerson && b.isPerson) chargePerson(compared)
    else chargeCompany(compared)
    // Forms, numbers and words that every second company has do not make two names one.
    if (compared.essentialPairs.length === 0 && a.key !== b.key) {
      charge(ledger, 'ONLY_COMMON_WORDS', onlyCommonWords, [a.tokens, b.tokens])
    }
  }
}

function compareInOrder(a: PreparedName, b: PreparedName, ledger: Ledger): void {
  const isPerson = a.isPerson && b.isPerson
  const alignment = align(a.tokens, b.tokens, isPerson)
  chargeAll(newCompared(a, b, alignment, ledger))
  if (a.kind === 'WEAK' || b.kind === 'WEAK') charge(ledger, 'WEAK_ALIAS', weakAlias, [a.tokens, b.tokens])
}

/** Weak aliases are nicknames and war names: only the very same is looked at. */
const isRefused = (a: PreparedName, b: PreparedName) =>
  (a.kind === 'WEAK' || b.kind === 'WEAK' || a.tokens.length === 0 || b.tokens.length === 0) &&
  a.key !== b.key

/** Of two names that could be aligned in several ways, the same way is taken whichever comes first. */
function mustTurn({ tokens: a }: PreparedName, { tokens: b }: PreparedName): boolean {
  if (a.length !== b.length) return a.length > b.length
  const at = a.findIndex((token, place) => token.text !== b[place]?.text)
  return at >= 0 && (a[at]?.text ?? '') > (b[at]?.text ?? '')
}

/** How much two names are one, from 0 to 1. The same both ways round. */
export function compareNames(a: PreparedName, b: PreparedName, isExplained: boolean): NameComparison {
  if (isRefused(a, b)) return nothing
  const isTurned = mustTurn(a, b)
  const ledger = newLedger(isExplained)
  if (isTurned) compareInOrder(b, a, ledger)
  else compareInOrder(a, b, ledger)
  const charges = ledger.charges ?? []
  return {
    score: Math.max(0, 1 - ledger.cost),
    charges: isTurned
      ? charges.map(({ one, other, ...rest }) => ({ ...rest, one: other, other: one }))
      : charges,
  }
}
