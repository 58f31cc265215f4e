// What each module of the server declares, and which functions and constants each declaration uses by value.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

type Node = { type: string; start: number; [key: string]: unknown }
/** A name in another module; `*` is the whole of it. */
export type Target = { path: string; name: string }

export type Module = {
  path: string
  lines: number
  imports: Map<string, Target>
  /** Every import, of types as well: who uses whom. */
  named: Target[]
  /** Exported name to the name here, or to a name of another module. */
  exports: Map<string, string | Target>
  /** Modules of which everything is exported again. */
  stars: string[]
  functions: Set<string>
  declarations: Map<string, Node>
  body: Node
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function boundBy(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern['name'] as string]
  if (pattern.type === 'Property') return boundBy(pattern['value'] as Node)
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern['left'] as Node)
  return pattern.type.startsWith('TS') ? [] : childrenOf(pattern).flatMap(boundBy)
}

/** Name and declaring node of what a statement declares, as far as it exists when the program runs. */
function declaredBy(statement: Node): [name: string, node: Node][] {
  if (statement.type === 'VariableDeclaration') {
    return (statement['declarations'] as Node[]).flatMap((one) =>
      boundBy(one['id'] as Node).map((name): [string, Node] => [name, one]),
    )
  }
  if (!/^(Function|Class)Declaration$/.test(statement.type)) return []
  return [[(statement['id'] as Node)['name'] as string, statement]]
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type)

/** Names that begin to hold at this node, and hide those of the module. */
function scopeOf(node: Node): string[] {
  const params = isFunction(node) ? (node['params'] as Node[]).flatMap(boundBy) : []
  const caught = node.type === 'CatchClause' && isNode(node['param']) ? boundBy(node['param']) : []
  const loop = [node['init'], node['left']].filter(isNode).flatMap(declaredBy)
  const body = node.type === 'BlockStatement' || node.type === 'FunctionBody' ? (node['body'] as Node[]) : []
  return [...params, ...caught, ...[...loop, ...body.flatMap(declaredBy)].map(([name]) => name)]
}

/** The names a piece of code uses by value and does not declare itself. */
export function freeNames(node: Node, hidden: ReadonlySet<string> = new Set()): string[] {
  if (node.type === 'Identifier') return hidden.has(node['name'] as string) ? [] : [node['name'] as string]
  // `x as T`, `x satisfies T` and `x!` are values; everything else of TypeScript is gone when the program runs.
  if (node.type.startsWith('TS'))
    return isNode(node['expression']) ? freeNames(node['expression'], hidden) : []
  const own = scopeOf(node)
  const inner = own.length > 0 ? new Set([...hidden, ...own]) : hidden
  const isNamed = !node['computed'] && /^(Member|Property|Method|Accessor)/.test(node.type)
  const label = isNamed ? node[node.type.startsWith('Member') ? 'property' : 'key'] : undefined
  const shorthand = node['shorthand'] === true
  return childrenOf(node)
    .filter((child) => shorthand || child !== label)
    .flatMap((child) => freeNames(child, inner))
}

/** The last argument of `app.<method>('<url>', …)`. */
export function handlerIn(module: Module, method: string, url: string): Node | undefined {
  const search = (node: Node): Node | undefined => {
    const { callee, arguments: given } = node as { callee?: Node; arguments?: Node[] }
    const isRoute = (callee?.['property'] as Node | undefined)?.['name'] === method
    if (isRoute && given?.[0]?.['value'] === url) return given.at(-1)
    for (const child of childrenOf(node)) {
      const found = search(child)
      if (found) return found
    }
    return undefined
  }
  return search(module.body)
}

export function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const resolve = (to: string) => (to.startsWith('.') ? posix.join(posix.dirname(path), to) : to)
  const made: Module = {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: new Map(),
    named: [],
    exports: new Map(),
    stars: [],
    functions: new Set(),
    declarations: new Map(),
    body: program as unknown as Node,
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName, localName, isType } of entries) {
      const target = { path: resolve(moduleRequest.value), name: importName.name ?? '*' }
      made.named.push(target)
      if (!isType) made.imports.set(localName.value, target)
    }
  }
  for (const { moduleRequest, exportName, importName, localName } of module.staticExports.flatMap(
    (it) => it.entries,
  )) {
    const name = exportName.name ?? '*'
    const from = moduleRequest && resolve(moduleRequest.value)
    if (from && name === '*') made.stars.push(from)
    else if (from) made.exports.set(name, { path: from, name: importName.name ?? '*' })
    else made.exports.set(name, localName.name ?? name)
  }
  for (const statement of made.body['body'] as Node[]) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
    for (const [name, node] of declaredBy(declaration)) {
      made.declarations.set(name, node)
      if (isFunction(node) || (isNode(node['init']) && isFunction(node['init']))) made.functions.add(name)
    }
  }
  return made
}
