import { maxDigits, maxTextLength, maxValues, type AttributeValue, type Definition } from './attribute.ts'

/** Why a calculation has no result: by its inputs, by its length before it began, or because it was ended. */
export const failures = ['ERROR', 'TOO_MANY_STEPS', 'OUT_OF_TIME'] as const
export type Failure = (typeof failures)[number]

export type Outcome =
  | { kind: 'VALUE'; value: AttributeValue }
  /** An input that the expression needed is not known. */
  | { kind: 'MISSING' }
  | { kind: 'FAILED'; failure: Failure; reason: string }

type Target = Pick<Definition, 'type' | 'options'>

const largest = 10 ** maxDigits
const firstDay = Date.parse('0000-01-01')
const lastDay = Date.parse('9999-12-31')
// What PostgreSQL cannot store; an expression can write it as an escape.
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const unstorable = /[\u0000\ud800-\udfff]/u

/** What the expression yielded, as a value of the attribute's type. */
export function celResult(raw: unknown, { type, options }: Target): Outcome {
  switch (type) {
    case 'boolean':
      return value(raw as boolean)
    case 'date':
      return dateResult(raw as Date)
    case 'decimal':
    case 'percentage':
      return numberResult(Number(raw))
    case 'string':
      return textResult(raw as string)
    case 'list_unique':
      return options.includes(raw as string) ? value(raw as string) : notAnOption(raw)
    case 'list_multiple':
      return listResult([...(raw as string[])], options)
  }
}

function value(found: AttributeValue): Outcome {
  return { kind: 'VALUE', value: found }
}

function failure(reason: string): Outcome {
  return { kind: 'FAILED', failure: 'ERROR', reason }
}

function notAnOption(raw: unknown): Outcome {
  return failure(`“${String(raw).slice(0, 100)}” is not an option.`)
}

function dateResult(date: Date): Outcome {
  const time = date.getTime()
  if (!(time >= firstDay && time < lastDay + 86_400_000)) return failure('The date is out of range.')
  return value(date.toISOString().slice(0, 10))
}

/** Rounded to the digits that can be kept: 0.1 + 0.2 is 0.3 here. */
function numberResult(number: number): Outcome {
  if (!(Math.abs(number) < largest)) return failure('The number is out of range.')
  const whole = Math.max(Math.floor(Math.log10(Math.abs(number) || 1)) + 1, 0)
  const rounded = Number(number.toFixed(Math.max(maxDigits - whole, 0)))
  if (!(Math.abs(rounded) < largest)) return failure('The number is out of range.')
  return value(rounded === 0 ? 0 : rounded)
}

function textResult(text: string): Outcome {
  if (text.length > maxTextLength) return failure(`The text is longer than ${maxTextLength} characters.`)
  return unstorable.test(text) ? failure('The text contains a character that cannot be stored.') : value(text)
}

function listResult(items: string[], options: readonly string[]): Outcome {
  const stranger = items.find((item) => !options.includes(item))
  if (stranger !== undefined) return notAnOption(stranger)
  const chosen = [...new Set(items)]
  if (chosen.length > maxValues) return failure(`More than ${maxValues} values.`)
  // An empty choice is no value, as when it is entered.
  return chosen.length === 0 ? { kind: 'MISSING' } : value(chosen)
}
