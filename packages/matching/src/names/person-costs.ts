import { chargePairs, essentialOf, leftWith, type Compared } from './costs.ts'
import type { Pair } from './align.ts'
import { charge } from './ledger.ts'
import type { PreparedName } from './prepare-name.ts'
import { isEssential, type Token } from './token.ts'

/** Both names have a word that the other lacks: two persons of one family, tribe or village. */
const contradiction = 0.36
const furtherContradiction = 0.12
const extraWord = 0.05
const extraPatronymic = 0.02
const extraSmall = 0.02
const mostForExtras = 0.16
const numberExtra = 0.08
const numberContradicted = 0.2
const reversedLineage = 0.35
const otherOrder = 0.02
const familyOnly = 0.15
export const oneWordOnly = 0.32

const essential = ['WORD', 'PATRONYMIC', 'PLACE', 'GENERIC'] as const
const small = ['INITIAL', 'LIGHT'] as const

function chargeContradictions(compared: Compared, extraA: Token[], extraB: Token[]): void {
  const { ledger } = compared
  let cost = contradiction
  while (extraA.length > 0 && extraB.length > 0) {
    const one = extraA.shift()
    const other = extraB.shift()
    if (one === undefined || other === undefined) break
    charge(ledger, 'WORD_CONTRADICTED', cost, [[one], [other]])
    cost = furtherContradiction
  }
}

const extraCost = ({ role }: Token) =>
  role === 'PATRONYMIC' ? extraPatronymic : role === 'INITIAL' || role === 'LIGHT' ? extraSmall : extraWord

function chargeExtras(compared: Compared, extraA: readonly Token[], extraB: readonly Token[]): void {
  let rest = mostForExtras
  for (const [side, tokens] of [extraA, extraB].entries()) {
    for (const token of tokens) {
      const cost = Math.min(rest, extraCost(token))
      rest -= cost
      charge(compared.ledger, 'WORD_EXTRA', cost, side === 0 ? [[token], []] : [[], [token]])
    }
  }
}

/** An initial, or the first half of a name, contradicts a whole word that met nothing either. */
function chargeLeftovers(compared: Compared): void {
  const { a, b, alignment } = compared
  const extraA = leftWith(a, alignment.leftA, ...essential)
  const extraB = leftWith(b, alignment.leftB, ...essential)
  const smallA = leftWith(a, alignment.leftA, ...small)
  const smallB = leftWith(b, alignment.leftB, ...small)
  const isShortA = extraA.length === 0 && extraB.length > 0
  const isShortB = extraB.length === 0 && extraA.length > 0
  if (isShortA) extraA.push(...smallA.splice(0, 1))
  if (isShortB) extraB.push(...smallB.splice(0, 1))
  const isEqualInitials = extraA.length === 0 && extraB.length === 0 && smallA.length > 0 && smallB.length > 0
  if (isEqualInitials) {
    extraA.push(...smallA.splice(0, 1))
    extraB.push(...smallB.splice(0, 1))
  }
  chargeContradictions(compared, extraA, extraB)
  chargeExtras(compared, [...extraA, ...smallA], [...extraB, ...smallB])
}

function chargeNumbers({ a, b, alignment, ledger }: Compared): void {
  const numbersA = leftWith(a, alignment.leftA, 'NUMBER')
  const numbersB = leftWith(b, alignment.leftB, 'NUMBER')
  if (numbersA.length + numbersB.length === 0) return
  const isContradiction = numbersA.length > 0 && numbersB.length > 0
  const kind = isContradiction ? 'NUMBER_CONTRADICTED' : 'NUMBER_EXTRA'
  charge(ledger, kind, isContradiction ? numberContradicted : numberExtra, [numbersA, numbersB])
}

/** The family name: known from a comma, else the last essential word. */
export function isFamily({ tokens, familyLength }: PreparedName, at: number): boolean {
  if (familyLength > 0) return at < familyLength
  return at === tokens.findLastIndex(isEssential)
}

/** One word against several says little; more if it is the family name. */
function chargeOneWord(compared: Compared): void {
  const { a, b, alignment, ledger } = compared
  const countA = essentialOf(a).length
  const countB = essentialOf(b).length
  const [pair, ...more] = compared.essentialPairs
  const isHelped = alignment.pairs.some(({ how }) => how === 'WORD_INITIAL' || how === 'WORDS_JOINED')
  if (pair === undefined || more.length > 0 || isHelped || Math.max(countA, countB) < 2) return
  if (alignment.leftA.length > 0 && alignment.leftB.length > 0 && Math.min(countA, countB) > 1) return
  const isLast = countA > countB ? isFamily(a, pair.a) : isFamily(b, pair.b)
  charge(ledger, 'ONE_WORD_ONLY', isLast ? familyOnly : oneWordOnly, [
    a.tokens.slice(pair.a, pair.aEnd),
    b.tokens.slice(pair.b, pair.bEnd),
  ])
}

const lineageAt = ({ tokens }: PreparedName) => tokens.findIndex(({ role }) => role === 'LINEAGE')

/** In `X bin Y`, where is the first word of the father? */
const fatherAt = ({ tokens }: PreparedName, from: number) =>
  tokens.findIndex((token, at) => at > from && isEssential(token))

/** `X bin Y` and `Y bin X` are father and son. */
function chargeLineage({ a, b, alignment, ledger }: Compared): void {
  const markA = lineageAt(a)
  const markB = lineageAt(b)
  if (markA < 1 || markB < 1) return
  const fatherA = fatherAt(a, markA)
  const fatherB = fatherAt(b, markB)
  const placeInB = alignment.pairs.find((pair) => pair.a === fatherA)?.b ?? Infinity
  const placeInA = alignment.pairs.find((pair) => pair.b === fatherB)?.a ?? Infinity
  if (placeInB > markB || placeInA > markA) return
  charge(ledger, 'LINEAGE_REVERSED', reversedLineage, [
    a.tokens.slice(0, fatherA + 1),
    b.tokens.slice(0, fatherB + 1),
  ])
}

/** The words in another order, which no comma explains. */
function chargeOrder(compared: Compared): void {
  const { a, b, ledger } = compared
  if (a.familyLength > 0 || b.familyLength > 0) return
  const inOrder = compared.essentialPairs.toSorted((one: Pair, other: Pair) => one.a - other.a)
  if (inOrder.every(({ b: place }, at) => at === 0 || place > (inOrder[at - 1]?.b ?? -1))) return
  charge(ledger, 'ORDER_DIFFERENT', otherOrder, [a.tokens, b.tokens])
}

export function chargePerson(compared: Compared): void {
  chargePairs(compared)
  chargeLeftovers(compared)
  chargeNumbers(compared)
  chargeOneWord(compared)
  chargeLineage(compared)
  chargeOrder(compared)
}
