import { Environment, type ParseResult } from '@marcbachmann/cel-js'
import { AppError, parseDate } from '../../platform/kernel/index.ts'
import type { AttributeType, AttributeValue, Definition } from './attribute.ts'
import { celResult, type Outcome } from './expression-result.ts'
import { ExpressionFault, inspectExpression, maxSteps, type Vocabulary } from './expression-rules.ts'
import { identityFields, type CelType, type IdentityField } from './identity-fields.ts'

export interface Inputs {
  readonly attributes: ReadonlyMap<string, AttributeValue>
  readonly identity: Partial<Record<IdentityField, string | bigint | Date>>
}

export interface Program {
  /** Codes of the attributes it reads. */
  readonly dependsOn: string[]
  /** What a run takes at worst. */
  readonly steps: number
  run(inputs: Inputs): Outcome
}

type Draft = Pick<Definition, 'type' | 'options'> & { expression: string }
type Known = Pick<Definition, 'code' | 'type'>

const pointer = '/calculated'
const maxLength = 1_000
const limits = { maxAstNodes: 400, maxDepth: 32, maxListElements: 200, maxMapEntries: 0, maxCallArguments: 3 }

const celTypes: Record<AttributeType, CelType> = {
  string: 'string',
  boolean: 'bool',
  date: 'google.protobuf.Timestamp',
  decimal: 'double',
  percentage: 'double',
  list_unique: 'string',
  list_multiple: 'list<string>',
}

// The library knows a type of its own by the class of the value.
// oxlint-disable-next-line typescript/no-extraneous-class -- only its name is needed
class AttributeFields {}
// oxlint-disable-next-line typescript/no-extraneous-class -- only its name is needed
class IdentityFields {}
const thirdparty = new Map<string, CelType>(Object.entries(identityFields))

/**
 * Parsed, inspected and type-checked; throws ATTRIBUTE_EXPRESSION_INVALID with a sentence for its author, or
 * ATTRIBUTE_EXPRESSION_STEPS when a run could take too long.
 */
export function compileExpression(draft: Draft, known: readonly Known[], most = maxSteps): Program {
  const { expression, type } = draft
  if (expression.length > maxLength) throw invalid(`It is longer than ${maxLength} characters.`)
  const types = new Map(known.map((one) => [one.code, one.type]))
  const vocabulary = {
    attributes: new Map(known.map((one) => [one.code, celTypes[one.type]])),
    thirdparty,
  }
  const parsed = parse(environmentOf(vocabulary), expression)
  const { attributes: used, steps } = inspectOrThrow(parsed, vocabulary)
  checkType(parsed, type)
  if (steps > most)
    throw new AppError('ATTRIBUTE_EXPRESSION_STEPS', { steps, max: most }, { members: { pointer } })
  return {
    dependsOn: [...used].toSorted(),
    steps,
    run: ({ attributes, identity }) => {
      const fields: Record<string, unknown> = new AttributeFields() as Record<string, unknown>
      for (const code of used) {
        const value = attributes.get(code)
        if (value !== undefined) fields[code] = celInput(types.get(code), value)
      }
      const context = { attributes: fields, thirdparty: Object.assign(new IdentityFields(), identity) }
      return evaluate(parsed, context, draft)
    },
  }
}

function evaluate(parsed: ParseResult, context: object, draft: Draft): Outcome {
  try {
    return celResult(parsed(context), draft)
  } catch (error) {
    const { code, summary } = error as { code?: string; summary?: string }
    if (code === 'no_such_key') return { kind: 'MISSING' }
    return { kind: 'FAILED', failure: 'ERROR', reason: summary ?? 'The calculation failed.' }
  }
}

function celInput(type: AttributeType | undefined, value: AttributeValue): unknown {
  return type === 'date' ? new Date(`${String(value)}T00:00:00Z`) : value
}

function parse(environment: Environment, expression: string): ParseResult {
  try {
    return environment.parse(expression)
  } catch (error) {
    throw invalid(summaryOf(error))
  }
}

function inspectOrThrow(parsed: ParseResult, vocabulary: Vocabulary) {
  try {
    return inspectExpression(parsed.ast, vocabulary)
  } catch (error) {
    if (error instanceof ExpressionFault) throw invalid(error.message)
    throw error
  }
}

function checkType(parsed: ParseResult, type: AttributeType): void {
  const { valid, type: found = '', error } = parsed.check()
  if (!valid) throw invalid(summaryOf(error))
  const isNumber = type === 'decimal' || type === 'percentage'
  if (found === celTypes[type] || (isNumber && found === 'int')) return
  throw invalid(`It yields ${found} where ${celTypes[type]} is needed.`)
}

function summaryOf(error: unknown): string {
  const { summary } = error as { summary?: string }
  return `${summary ?? 'It cannot be read'}.`.slice(0, 300)
}

function invalid(reason: string): AppError {
  return new AppError('ATTRIBUTE_EXPRESSION_INVALID', { reason }, { members: { pointer } })
}

// Made once for each set of attributes: building one takes a hundred times longer than an evaluation.
const environments = new Map<string, Environment>()
const maxEnvironments = 50

function environmentOf(vocabulary: Vocabulary): Environment {
  const key = JSON.stringify([...vocabulary.attributes])
  let environment = environments.get(key)
  if (!environment) {
    environment = newEnvironment(vocabulary)
    const [oldest] = environments.keys()
    if (environments.size >= maxEnvironments && oldest !== undefined) environments.delete(oldest)
    environments.set(key, environment)
  }
  return environment
}

const arithmetic: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

function newEnvironment({ attributes }: Vocabulary): Environment {
  const environment = new Environment({ limits })
    .registerType('AttributeFields', { ctor: AttributeFields, fields: Object.fromEntries(attributes) })
    .registerType('IdentityFields', { ctor: IdentityFields, fields: identityFields })
    .registerVariable('attributes', 'AttributeFields')
    .registerVariable('thirdparty', 'IdentityFields')
    .registerFunction('date(string): google.protobuf.Timestamp', (text: string) => {
      const date = parseDate(text)
      if (!date) throw new RangeError('date() takes YYYY-MM-DD')
      return date
    })
    .registerFunction('round(double): double', (number: number) => Math.round(number))
    .registerFunction('round(double, int): double', (number: number, places: bigint) =>
      Number(number.toFixed(Math.min(Math.max(Number(places), 0), 15))),
    )
  // The language has no arithmetic of whole numbers with decimals; authors expect amount * 2 to work.
  for (const [operator, handler] of Object.entries(arithmetic)) {
    for (const types of ['double int', 'int double']) {
      const signature = types.replace(' ', ` ${operator} `)
      environment.registerOperator(signature, (left: number | bigint, right: number | bigint) =>
        handler(Number(left), Number(right)),
      )
    }
  }
  return environment
}
