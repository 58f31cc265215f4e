import type { Field } from '@vigie/codes'
import { printedValues, wordsOf, type PrintedValues } from '@vigie/readers'
import { plainCode } from '../../bank/check-iban.ts'
import type { FormEntry } from '../../../forms/index.ts'
import type { PdfContent } from '../pdf-content.ts'

/** What a code is held against: what its file prints and what was typed. */
export interface Beside {
  /** Null where nothing could be read. */
  readonly printed: PrintedValues | null
  /** Dates of a scan may have been left out because they were not read surely. */
  readonly isPicture: boolean
  readonly typed: readonly FormEntry[]
}

export function besideCode(content: PdfContent | null, typed: readonly FormEntry[]): Beside {
  const hasText = content !== null && content.text.trim() !== ''
  return {
    printed: hasText ? printedValues(content.text) : null,
    isPicture: content?.isPicture === true,
    typed,
  }
}

/** AGREES and DIFFERS: it stands beside the code, or something else does. NOT_COMPARED: there is nothing of its kind. */
export type Agreement = 'AGREES' | 'DIFFERS' | 'NOT_COMPARED'

type Comparable = Pick<Field, 'name' | 'kind' | 'value' | 'isCut'>

/** Everything that a code says of a document is printed on it, too: what differs was put beside a code of another. */
export function compareField(field: Comparable, beside: Beside): Agreement {
  const both = [againstPrint(field, beside), againstTyped(field, beside)]
  if (both.includes('DIFFERS')) return 'DIFFERS'
  return both.includes('AGREES') ? 'AGREES' : 'NOT_COMPARED'
}

function againstPrint({ kind, value, isCut }: Comparable, { printed, isPicture }: Beside): Agreement {
  if (printed === null) return 'NOT_COMPARED'
  switch (kind) {
    case 'IBAN':
      return among(value, printed.ibans)
    case 'COMPANY':
      return /^\d{9}(\d{5})?$/.test(value) ? among(value.slice(0, 9), printed.companies) : 'NOT_COMPARED'
    case 'DATE':
      return isPicture ? 'NOT_COMPARED' : among(value, printed.dates)
    case 'NAME':
      return amongWords({ value, isCut }, printed.words)
    default:
      return 'NOT_COMPARED'
  }
}

const typedNames: ReadonlySet<string> = new Set(['holder', 'companyName'])

function againstTyped({ name, kind, value, isCut }: Comparable, { typed }: Beside): Agreement {
  if (kind === 'IBAN') {
    const ibans = typed.filter(({ type }) => type === 'iban').map((entry) => plainCode(entry.value))
    return among(value, new Set(ibans.filter((iban) => iban !== '')))
  }
  if (!typedNames.has(name)) return 'NOT_COMPARED'
  const names = typed.filter(({ key }) => typedNames.has(key)).flatMap((entry) => wordsOf(entry.value))
  return amongWords({ value, isCut }, new Set(names))
}

function among(value: string, printed: ReadonlySet<string>): Agreement {
  if (printed.size === 0) return 'NOT_COMPARED'
  return printed.has(value) ? 'AGREES' : 'DIFFERS'
}

/** Titles and forms of address differ; half of the words of a name are enough, as a letter may be misread. */
const enough = 0.5
const shortest = 3

function amongWords(
  { value, isCut }: Pick<Comparable, 'value' | 'isCut'>,
  words: ReadonlySet<string>,
): Agreement {
  if (words.size === 0) return 'NOT_COMPARED'
  const all = wordsOf(value)
  const long = all.filter((word) => word.length >= shortest)
  const named = long.length > 0 ? long : all
  if (named.length === 0) return 'NOT_COMPARED'
  const begun = isCut ? named.at(-1) : undefined
  const found = named.filter(
    (word) => words.has(word) || (word === begun && [...words].some((one) => one.startsWith(word))),
  )
  return found.length / named.length >= enough ? 'AGREES' : 'DIFFERS'
}
