import type { ASTNode } from '@marcbachmann/cel-js'
import {
  measureCopy,
  measureCount,
  elementOf,
  listOf,
  membership,
  scalar,
  scalarOf,
  measureSearch,
  measureText,
  addMeasures,
  type Measure,
  type Shape,
} from './expression-measure.ts'
import type { CelType } from './identity-fields.ts'

/**
 * What an expression may say, and how many steps it may take at worst. An evaluation cannot be interrupted, only
 * ended together with its thread, so its length is bounded before it starts: only operations whose cost follows
 * from the sizes of their operands are let in. No regular expressions, no bindings, no transformations (each can
 * blow up), no conversion to an unchecked type.
 *
 * A step is what reading a value or adding two numbers takes, some 50 to 100 nanoseconds; what takes longer counts
 * as several, measured.
 */
interface Operation {
  readonly operands: readonly number[]
  readonly steps: number
  /** The result is as long as what it was made of; otherwise it is a number, a date or a truth. */
  readonly keepsText?: true
}

const reading = { operands: [0], steps: 5 }
const changing = { operands: [0], steps: 5, keepsText: true } as const
const functions: Record<string, Operation> = {
  has: { operands: [1], steps: 1 },
  size: { operands: [1], steps: 1 },
  int: { operands: [1], steps: 5 },
  double: { operands: [1], steps: 5 },
  string: { operands: [1], steps: 5, keepsText: true },
  date: { operands: [1], steps: 40 },
  duration: { operands: [1], steps: 40 },
  round: { operands: [1, 2], steps: 10 },
}
const methods: Record<string, Operation> = {
  size: { operands: [0], steps: 1 },
  startsWith: { operands: [1], steps: 2 },
  endsWith: { operands: [1], steps: 2 },
  contains: { operands: [1], steps: 2 },
  lowerAscii: changing,
  upperAscii: changing,
  trim: changing,
  getFullYear: reading,
  getMonth: reading,
  getDate: reading,
  getDayOfWeek: reading,
  getHours: reading,
}
const comprehensions = new Set(['exists', 'all', 'exists_one', 'filter'])
const deciding = new Set(['!=', '==', '-', '*', '/', '%', '<', '<=', '>', '>=', '!_', '-_'])
const absorbing = new Set(['||', '&&'])
/** For what goes on after an error in one of its parts: making that error takes long. */
const stepsToAbsorb = 10

/** Of one expression: about a millisecond. Two loops over short lists fit in, two over the longest lists do not. */
export const maxSteps = 10_000
/** Of all calculated attributes of a third party, or of a dossier, together. */
export const maxStepsTogether = 100_000
const maxDurationText = 20
const numberLength = 25
const textSize = 1_000
const listItems = 100
const optionSize = 200

/** A sentence for the author of the expression. */
export class ExpressionFault extends Error {}

export interface Vocabulary {
  readonly attributes: ReadonlyMap<string, CelType>
  readonly thirdparty: ReadonlyMap<string, CelType>
}

interface Inspection {
  /** Codes of the attributes it reads. */
  readonly attributes: ReadonlySet<string>
  /** What it takes at worst. */
  readonly steps: number
}

interface Traversal {
  readonly vocabulary: Vocabulary
  /** Codes of attributes, added as they are met. */
  readonly uses: Set<string>
  /** What loops have given names to. */
  readonly variables: ReadonlyMap<string, Shape>
}

/** What the expression reads and takes; throws an ExpressionFault for anything outside the rules. */
export function inspectExpression(ast: ASTNode, vocabulary: Vocabulary): Inspection {
  const uses = new Set<string>()
  const { steps } = measure(ast, { vocabulary, uses, variables: new Map() })
  return { attributes: uses, steps: Math.ceil(steps) }
}

function measure(node: ASTNode, traversal: Traversal): Measure {
  switch (node.op) {
    case 'value':
      return literal(node.args)
    case 'id':
      return variable(node.args, traversal)
    case '.':
      return field(node.args[0], node.args[1], traversal)
    case 'list':
      return listOf(node.args.map((one) => measure(one, traversal)))
    case '[]':
      return elementOf(node.args.map((one) => measure(one, traversal)))
    case 'call':
      return call(node.args[0], node.args[1], traversal)
    case 'rcall':
      return methodCall(node.args, traversal)
    case 'in':
      return membership(node.args.map((one) => measure(one, traversal)))
    default:
      return operation(node, traversal)
  }
}

function operation({ op, args }: ASTNode, traversal: Traversal): Measure {
  const parts = (Array.isArray(args) ? args : [args]) as ASTNode[]
  const measures = () => parts.map((one) => measure(one, traversal))
  if (op === '+') return measureCopy(measures())
  if (op === '?:') return addMeasures(measures())
  if (deciding.has(op)) return scalarOf(addMeasures(measures()))
  if (absorbing.has(op)) return scalarOf(addMeasures(measures(), stepsToAbsorb))
  throw new ExpressionFault(`The operator ${op} is not available.`)
}

function literal(value: unknown): Measure {
  if (value instanceof Uint8Array) throw new ExpressionFault('Byte strings are not available.')
  return { steps: 1, shape: typeof value === 'string' ? measureText(value.length) : scalar }
}

function variable(name: string, { variables }: Traversal): Measure {
  const shape = variables.get(name)
  if (shape) return { steps: 1, shape }
  throw new ExpressionFault(`“${name}” is not known; write attributes.CODE or thirdparty.field.`)
}

function field(owner: ASTNode, name: string, traversal: Traversal): Measure {
  const root = owner.op === 'id' && !traversal.variables.has(owner.args) ? owner.args : ''
  if (root !== 'attributes' && root !== 'thirdparty')
    throw new ExpressionFault(`.${name} can only follow “attributes” or “thirdparty”.`)
  const type = traversal.vocabulary[root].get(name)
  if (type === undefined) throw new ExpressionFault(`There is no ${root}.${name}.`)
  if (root === 'attributes') traversal.uses.add(name)
  if (type === 'list<string>') return { steps: 1, shape: longestList }
  return { steps: 1, shape: type === 'string' ? measureText(textSize) : scalar }
}

const longestList: Shape = {
  characters: listItems * optionSize,
  count: listItems,
  items: listItems,
  element: measureText(optionSize),
}

function call(name: string, args: readonly ASTNode[], traversal: Traversal): Measure {
  const { steps, keepsText } = requireOperation(functions, name, args.length)
  // The parser of durations is slow on long digits.
  if (name === 'duration' && !isShortText(args[0]))
    throw new ExpressionFault('duration() takes a short text such as duration("24h").')
  const parts = args.map((one) => measure(one, traversal))
  if (name === 'size') return measureCount(parts, steps)
  const whole = measureCopy(parts, steps)
  return keepsText ? { ...whole, shape: measureText(whole.shape.characters + numberLength) } : scalarOf(whole)
}

function isShortText(node: ASTNode | undefined): boolean {
  return node?.op === 'value' && typeof node.args === 'string' && node.args.length <= maxDurationText
}

function methodCall([name, receiver, args]: [string, ASTNode, ASTNode[]], traversal: Traversal): Measure {
  if (comprehensions.has(name))
    return comprehension(name, measure(receiver, traversal), { args, walk: traversal })
  const { steps, keepsText } = requireOperation(methods, name, args.length)
  const parts = [receiver, ...args].map((one) => measure(one, traversal))
  if (name === 'contains') return measureSearch(parts, steps)
  if (name === 'size') return measureCount(parts, steps)
  return keepsText ? measureCopy(parts, steps) : scalarOf(measureCopy(parts, steps))
}

function comprehension(
  name: string,
  { steps, shape }: Measure,
  { args, walk }: { args: readonly ASTNode[]; walk: Traversal },
): Measure {
  const [element, body] = args
  if (element?.op !== 'id' || body === undefined || args.length !== 2)
    throw new ExpressionFault('exists, all, exists_one and filter take a variable and a condition.')
  if (element.args === 'attributes' || element.args === 'thirdparty')
    throw new ExpressionFault(`“${element.args}” cannot name a variable.`)
  const variables = new Map([...walk.variables, [element.args, shape.element ?? scalar]])
  const each = measure(body, { ...walk, variables })
  const all = 1 + steps + shape.items * (each.steps + stepsToAbsorb)
  return { steps: all, shape: name === 'filter' ? shape : scalar }
}

function requireOperation(known: Record<string, Operation>, name: string, count: number): Operation {
  const found = Object.hasOwn(known, name) ? known[name] : undefined
  if (!found) throw new ExpressionFault(`${name}() is not available.`)
  if (!found.operands.includes(count))
    throw new ExpressionFault(`${name}() has too many or too few arguments.`)
  return found
}
