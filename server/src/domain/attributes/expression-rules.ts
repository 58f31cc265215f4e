import type { ASTNode } from '@marcbachmann/cel-js'
import type { CelType } from './identity-fields.ts'

/**
 * What an expression may say, and what it may cost at worst. Evaluation runs in the process that serves
 * everybody and cannot be interrupted, so its length is bounded before it starts: only operations whose cost
 * follows from the sizes of their operands are let in. No regular expressions, no bindings, no transformations
 * (each can blow up), no conversion to an unchecked type.
 */
const functions: Record<string, readonly number[]> = {
  has: [1],
  size: [1],
  int: [1],
  double: [1],
  string: [1],
  date: [1],
  duration: [1],
  round: [1, 2],
}
const methods: Record<string, readonly number[]> = {
  size: [0],
  startsWith: [1],
  endsWith: [1],
  contains: [1],
  lowerAscii: [0],
  upperAscii: [0],
  trim: [0],
  getFullYear: [0],
  getMonth: [0],
  getDate: [0],
  getDayOfWeek: [0],
  getHours: [0],
}
const comprehensions = new Set(['exists', 'all', 'exists_one', 'filter'])
const binary = new Set(['!=', '==', '+', '-', '*', '/', '%', '<', '<=', '>', '>=', '||', '&&', '?:', '[]'])

/** Characters compared, at worst. A few milliseconds. */
const maxCost = 5_000_000
const maxDurationText = 20
const textSize = 1_000
const listItems = 100
const optionSize = 200

/** A sentence for the author of the expression. */
export class ExpressionFault extends Error {}

export interface Vocabulary {
  readonly attributes: ReadonlyMap<string, CelType>
  readonly thirdparty: ReadonlyMap<string, CelType>
}

export interface Uses {
  readonly attributes: ReadonlySet<string>
  readonly thirdparty: ReadonlySet<string>
}

interface Measure {
  readonly cost: number
  /** Characters of the result, at most. */
  readonly size: number
  /** Elements of the result if it is a list, at most. */
  readonly items: number
}

interface Walk {
  readonly vocabulary: Vocabulary
  readonly uses: { attributes: Set<string>; thirdparty: Set<string> }
  readonly variables: ReadonlySet<string>
}

/** The fields the expression reads; throws an ExpressionFault for anything outside the rules. */
export function inspectExpression(ast: ASTNode, vocabulary: Vocabulary): Uses {
  const uses = { attributes: new Set<string>(), thirdparty: new Set<string>() }
  const { cost } = measure(ast, { vocabulary, uses, variables: new Set() })
  if (cost > maxCost) throw new ExpressionFault('It would take too long to calculate.')
  return uses
}

function measure(node: ASTNode, walk: Walk): Measure {
  switch (node.op) {
    case 'value':
      return literal(node.args)
    case 'id':
      if (walk.variables.has(node.args)) return { cost: 1, size: textSize, items: 0 }
      throw new ExpressionFault(`“${node.args}” is not known; write attributes.CODE or thirdparty.field.`)
    case '.':
      return field(node.args[0], node.args[1], walk)
    case '!_':
    case '-_':
      return together([measure(node.args, walk)])
    case 'list':
      return { ...together(node.args.map((one) => measure(one, walk))), items: node.args.length }
    case 'call':
      return call(node.args[0], node.args[1], walk)
    case 'rcall':
      return methodCall(node.args, walk)
    case 'in':
      return membership(node.args, walk)
    default:
      if (!binary.has(node.op)) throw new ExpressionFault(`The operator ${node.op} is not available.`)
      return together((node.args as ASTNode[]).map((one) => measure(one, walk)))
  }
}

function literal(value: unknown): Measure {
  if (value instanceof Uint8Array) throw new ExpressionFault('Byte strings are not available.')
  return { cost: 1, size: typeof value === 'string' ? value.length : 1, items: 0 }
}

/** An upper bound for every operation that joins, compares or chooses. */
function together(parts: readonly Measure[]): Measure {
  const sum = (of: (part: Measure) => number) => parts.reduce((total, part) => total + of(part), 0)
  const size = sum((part) => part.size)
  return { cost: 1 + size + sum((part) => part.cost), size, items: sum((part) => part.items) }
}

/** A search that meets the worst text compares every character with every other. */
function searched(parts: readonly Measure[]): Measure {
  const product = parts.reduce((total, part) => total * Math.max(part.size, 1), 1)
  return { ...together(parts), cost: product + together(parts).cost }
}

function membership(operands: readonly ASTNode[], walk: Walk): Measure {
  const parts = operands.map((one) => measure(one, walk))
  return (parts[1]?.items ?? 0) > 0 ? together(parts) : searched(parts)
}

function field(owner: ASTNode, name: string, walk: Walk): Measure {
  const root = owner.op === 'id' && !walk.variables.has(owner.args) ? owner.args : ''
  if (root !== 'attributes' && root !== 'thirdparty')
    throw new ExpressionFault(`.${name} can only follow “attributes” or “thirdparty”.`)
  const type = walk.vocabulary[root].get(name)
  if (type === undefined) throw new ExpressionFault(`There is no ${root}.${name}.`)
  walk.uses[root].add(name)
  if (type === 'list<string>') return { cost: 1, size: listItems * optionSize, items: listItems }
  return { cost: 1, size: type === 'string' ? textSize : 1, items: 0 }
}

function call(name: string, args: readonly ASTNode[], walk: Walk): Measure {
  allow(functions, name, args.length)
  // The parser of durations is slow on long digits.
  if (name === 'duration' && !isShortText(args[0]))
    throw new ExpressionFault('duration() takes a short text such as duration("24h").')
  return together(args.map((one) => measure(one, walk)))
}

function isShortText(node: ASTNode | undefined): boolean {
  return node?.op === 'value' && typeof node.args === 'string' && node.args.length <= maxDurationText
}

function methodCall([name, receiver, args]: [string, ASTNode, ASTNode[]], walk: Walk): Measure {
  if (comprehensions.has(name)) return comprehension(receiver, args, walk)
  allow(methods, name, args.length)
  const parts = [receiver, ...args].map((one) => measure(one, walk))
  return name === 'contains' ? searched(parts) : together(parts)
}

function comprehension(receiver: ASTNode, args: readonly ASTNode[], walk: Walk): Measure {
  const over = measure(receiver, walk)
  const [variable, body] = args
  if (variable?.op !== 'id' || body === undefined || args.length !== 2)
    throw new ExpressionFault('exists, all, exists_one and filter take a variable and a condition.')
  if (variable.args === 'attributes' || variable.args === 'thirdparty')
    throw new ExpressionFault(`“${variable.args}” cannot name a variable.`)
  const each = measure(body, { ...walk, variables: new Set([...walk.variables, variable.args]) })
  return { cost: over.cost + over.items * (each.cost + 1), size: over.size, items: over.items }
}

function allow(known: Record<string, readonly number[]>, name: string, count: number): void {
  if (!Object.hasOwn(known, name)) throw new ExpressionFault(`${name}() is not available.`)
  if (!known[name]?.includes(count)) throw new ExpressionFault(`${name}() has too many or too few arguments.`)
}
