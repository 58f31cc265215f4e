import type { LegalForm } from '../tables/legal-forms.ts'
import { chargePairs, essentialOf, leftWith, type Compared } from './costs.ts'
import { charge } from './ledger.ts'
import type { PreparedName } from './prepare-name.ts'
import type { Token } from './token.ts'

/** Both names have a word that the other lacks: sisters of one group, or strangers. */
const contradiction = 0.4
/** A word more: a branch or another company. It weighs by its share of the longer name. */
const extraShare = 0.9
const extraPlace = 0.1
const extraGeneric = 0.04
const mostForGeneric = 0.12
const numberContradicted = 0.17
const numberExtra = 0.3
/** Nobody calls a first fund the first before there is a second. */
const firstNumberExtra = 0.05
const sameClass = 0.01
const formExtra = 0.02
const formContradicted = 0.12

function chargeWords(compared: Compared): void {
  const { a, b, alignment, ledger } = compared
  const leftA = leftWith(a, alignment.leftA, 'WORD', 'PATRONYMIC', 'INITIAL', 'LIGHT')
  const leftB = leftWith(b, alignment.leftB, 'WORD', 'PATRONYMIC', 'INITIAL', 'LIGHT')
  const placesA = leftWith(a, alignment.leftA, 'PLACE')
  const placesB = leftWith(b, alignment.leftB, 'PLACE')
  if (leftA.length > 0 && leftB.length > 0) charge(ledger, 'WORD_CONTRADICTED', contradiction, [leftA, leftB])
  else if (leftA.length + leftB.length > 0) {
    const longer = Math.max(essentialOf(a).length, essentialOf(b).length, 1)
    const share = (leftA.length + leftB.length) / longer
    charge(ledger, 'WORD_EXTRA', Math.min(0.6, extraShare * share), [leftA, leftB])
  }
  if (placesA.length > 0 && placesB.length > 0) {
    charge(ledger, 'PLACE_CONTRADICTED', contradiction, [placesA, placesB])
  } else if (placesA.length + placesB.length > 0) {
    const isContradicted = leftA.length + leftB.length > 0 && compared.essentialPairs.length < 2
    charge(ledger, 'PLACE_EXTRA', isContradicted ? 2 * extraPlace : extraPlace, [placesA, placesB])
  }
}

function chargeGeneric({ a, b, alignment, ledger }: Compared): void {
  const leftA = leftWith(a, alignment.leftA, 'GENERIC')
  const leftB = leftWith(b, alignment.leftB, 'GENERIC')
  const count = leftA.length + leftB.length
  if (count > 0) charge(ledger, 'WORD_EXTRA', Math.min(mostForGeneric, count * extraGeneric), [leftA, leftB])
}

function chargeNumbers({ a, b, alignment, ledger }: Compared): void {
  const numbersA = leftWith(a, alignment.leftA, 'NUMBER')
  const numbersB = leftWith(b, alignment.leftB, 'NUMBER')
  const all = [...numbersA, ...numbersB]
  if (all.length === 0) return
  if (numbersA.length > 0 && numbersB.length > 0) {
    charge(ledger, 'NUMBER_CONTRADICTED', numberContradicted, [numbersA, numbersB])
    return
  }
  const isFirst = all.every(({ text }) => text === '1')
  charge(ledger, 'NUMBER_EXTRA', isFirst ? firstNumberExtra : numberExtra, [numbersA, numbersB])
}

/** A form as a token, for the explanation only. */
const asTokens = (forms: readonly LegalForm[]): Token[] =>
  forms.map(({ name }) => ({
    key: name,
    serial: 0,
    text: name,
    role: 'GENERIC',
    script: 'PLAIN',
    sound: '',
    skeleton: '',
    letters: 0,
    genderless: name,
    nicknames: [],
    meaning: '',
  }))

function chargeForms({ a, b, ledger }: Compared): void {
  if (a.forms.length === 0 && b.forms.length === 0) return
  if (a.forms.some((form) => b.forms.includes(form))) return
  const met = [asTokens(a.forms), asTokens(b.forms)] as const
  if (a.forms.length === 0 || b.forms.length === 0) {
    charge(ledger, 'LEGAL_FORM_EXTRA', formExtra, met)
    return
  }
  const isSameClass = a.forms.some(({ formClass }) => b.forms.some((form) => form.formClass === formClass))
  charge(
    ledger,
    isSameClass ? 'LEGAL_FORM_EXTRA' : 'LEGAL_FORM_CONTRADICTED',
    isSameClass ? sameClass : formContradicted,
    met,
  )
}

export function chargeCompany(compared: Compared): void {
  chargePairs(compared)
  chargeWords(compared)
  chargeGeneric(compared)
  chargeNumbers(compared)
  chargeForms(compared)
}

/** What a short word may stand for: the first letters of all the others. */
export function acronymOf({ tokens }: PreparedName): string {
  return tokens
    .filter(({ role }) => role !== 'PARTICLE' && role !== 'NUMBER')
    .map(({ text }) => text[0] ?? '')
    .join('')
}
