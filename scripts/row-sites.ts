// Where the server declares what a raw statement returns, and what exactly it declares, read from the compiler.
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import {
  SyntaxKind,
  type CallExpression,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
  type TemplateLiteral,
  type TypeNode,
} from 'typescript/unstable/ast'

/** What a declared type allows a value to be. */
export interface Shape {
  /** `string`, `number`, `boolean`, `Date`, `Buffer`, `bigint`, `null`, `array`, `object`, or `any` for what is not said. */
  kinds: Set<string>
  elements?: Shape
  /** A part that no JSON document can hold, such as a Date. */
  unfitForJson?: string
}

export interface Member {
  shape: Shape
  isOptional: boolean
  /** The comment `never null: …` at the member gives the reason why a nullable column is not null here. */
  isNeverNull: boolean
}

export interface Site {
  /** `server/src/…/file.ts:12` */
  place: string
  /** One column that a Kysely statement names, or the whole row of a raw one. */
  column: string | undefined
  /** Patterns of the fixed text between the parts that are put together elsewhere; values are numbered parameters. */
  segments: string[]
  members: Map<string, Member>
  /** More columns may come: part of the type is left to the caller. */
  isOpen: boolean
  /** Columns that a statement written elsewhere selects, not a statement. */
  isPart: boolean
  /** The comment `no test runs this: …` on the line before gives the reason. */
  isExcused: boolean
}

const notSaid =
  TypeFlags.Any |
  TypeFlags.Unknown |
  TypeFlags.TypeParameter |
  TypeFlags.IndexedAccess |
  TypeFlags.Conditional
const primitives: [flags: number, kind: string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]
const objects = new Map([
  ['Date', 'Date'],
  ['Buffer', 'Buffer'],
  ['Uint8Array', 'Buffer'],
])
const neverInJson = ['Date', 'Buffer', 'bigint']
const deepest = 6

export function findSites(configFile: string, isWanted: (file: string) => boolean): Site[] {
  const api = new API()
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile)
    if (!project) throw new Error(`${configFile} could not be read.`)
    const { program, checker } = project
    return program
      .getSourceFileNames()
      .filter((file) => isWanted(file))
      .flatMap((file) => {
        const source = program.getSourceFile(file)
        return source && /\bsql<|\.query<|\.fn\./.test(source.text) ? sitesOf(source, checker) : []
      })
  } finally {
    api.close()
  }
}

function sitesOf(source: SourceFile, checker: Checker): Site[] {
  const found: Site[] = []
  const reader = new Reader(source, checker)
  const visit = (node: Node): void => {
    const site = reader.siteAt(node)
    if (site) found.push(site)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

class Reader {
  readonly #source: SourceFile
  readonly #checker: Checker

  constructor(source: SourceFile, checker: Checker) {
    this.#source = source
    this.#checker = checker
  }

  siteAt(node: Node): Site | undefined {
    if (node.kind === SyntaxKind.TaggedTemplateExpression)
      return this.#rawSite(node as TaggedTemplateExpression)
    if (node.kind === SyntaxKind.CallExpression) return this.#callSite(node as CallExpression)
    return undefined
  }

  #rawSite(node: TaggedTemplateExpression): Site | undefined {
    const [type] = node.typeArguments ?? []
    if (node.tag.getText() !== 'sql' || !type) return undefined
    const alias = aliasOf(node)
    if (alias !== undefined)
      return this.#columnSite(node, type, { alias, segments: this.#segments(node.template) })
    return this.#rowSite(node, type, this.#segments(node.template))
  }

  /** `client.query<Row>('…')`, and the counts and sums of Kysely, whose type is declared as well. */
  #callSite(node: CallExpression): Site | undefined {
    const [type] = node.typeArguments ?? []
    if (!type || node.expression.kind !== SyntaxKind.PropertyAccessExpression) return undefined
    const callee = node.expression.getText()
    const [first] = node.arguments
    if (callee.endsWith('.query') && first && isTemplate(first)) {
      return this.#rowSite(node, type, this.#segments(first))
    }
    const alias = aliasOf(node)
    if (alias === undefined || !callee.endsWith('.fn.countAll')) return undefined
    return this.#columnSite(node, type, { alias, segments: [String.raw`count\(\*\)`] })
  }

  #rowSite(node: Node, typeNode: TypeNode, segments: string[]): Site | undefined {
    const type = this.#checker.getTypeFromTypeNode(typeNode)
    if (!type) throw new Error(`No type at ${this.#placeOf(node)}`)
    // An expression of one value inside another statement, typed for the comparison it stands in.
    const { kinds } = this.#shapeOf(type)
    if (!kinds.has('object') && !kinds.has('any')) return undefined
    const members = new Map(
      this.#checker.getPropertiesOfType(type).map((property): [string, Member] => {
        const declared = this.#checker.getTypeOfSymbol(property)
        const declarations = property.declarations.map((handle) => handle.resolve())
        return [
          property.name,
          {
            shape: declared ? this.#shapeOf(declared) : { kinds: new Set(['any']) },
            isOptional: (property.flags & SymbolFlags.Optional) !== 0,
            isNeverNull: declarations.some((one) => one !== undefined && saysNeverNull(one)),
          },
        ]
      }),
    )
    const isPart = isPartOfStatement(segments)
    return {
      place: this.#placeOf(node),
      column: undefined,
      segments: isPart ? ['', ...segments, ''] : segments,
      members,
      isOpen: isPart || this.#isOpen(type),
      isPart,
      isExcused: this.#isExcused(node),
    }
  }

  #columnSite(
    node: Node,
    typeNode: TypeNode,
    { alias, segments }: { alias: string; segments: string[] },
  ): Site {
    const type = this.#checker.getTypeFromTypeNode(typeNode)
    const shape = type ? this.#shapeOf(type) : { kinds: new Set(['any']) }
    const named = [...segments.slice(0, -1), `${segments.at(-1) ?? ''} as "${alias}"`]
    // It stands somewhere in the statement that Kysely builds around it.
    const members = new Map([[alias, { shape, isOptional: false, isNeverNull: false }]])
    return {
      place: this.#placeOf(node),
      column: alias,
      segments: ['', ...named, ''],
      members,
      isOpen: true,
      isPart: true,
      isExcused: this.#isExcused(node),
    }
  }

  #segments(template: TemplateLiteral): string[] {
    if (template.kind !== SyntaxKind.TemplateExpression) return [escape(template.text)]
    const segments = [escape(template.head.text)]
    for (const { expression, literal } of template.templateSpans) {
      const type = this.#checker.getTypeAtLocation(expression)
      const isFragment = type && this.#checker.getPropertyOfType(type, 'toOperationNode') !== undefined
      if (isFragment || !type || this.#shapeOf(type).kinds.has('any')) segments.push(escape(literal.text))
      else segments[segments.length - 1] += String.raw`\$\d+${escape(literal.text)}`
    }
    return segments
  }

  #isOpen(type: Type): boolean {
    if (type.flags & notSaid) return true
    if (type.flags & TypeFlags.Intersection) return partsOf(type).some((part) => this.#isOpen(part))
    return this.#checker.getIndexInfosOfType(type).length > 0
  }

  #shapeOf(type: Type, depth = 0): Shape {
    if (type.flags & notSaid || depth > deepest) return { kinds: new Set(['any']) }
    const primitive = primitives.find(([flags]) => type.flags & flags)
    if (primitive) return shapeFor(primitive[1])
    if (type.flags & TypeFlags.Union) return merge(partsOf(type).map((part) => this.#shapeOf(part, depth)))
    if (type.flags & TypeFlags.Intersection) {
      const parts = partsOf(type).map((part) => this.#shapeOf(part, depth))
      // A brand adds members to a string or a number; at run time it stays one.
      return parts.find(({ kinds }) => !kinds.has('object') && !kinds.has('any')) ?? merge(parts)
    }
    return this.#objectShape(type, depth)
  }

  #objectShape(type: Type, depth: number): Shape {
    const known = objects.get(type.getSymbol()?.name ?? '')
    if (known !== undefined) return shapeFor(known)
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      const elements = merge(
        this.#checker.getTypeArguments(type as never).map((one) => this.#shapeOf(one, depth + 1)),
      )
      return { kinds: new Set(['array']), elements, ...unfit([elements]) }
    }
    const parts = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      const declared = this.#checker.getTypeOfSymbol(property)
      return declared ? [this.#shapeOf(declared, depth + 1)] : []
    })
    return { kinds: new Set(['object']), ...unfit(parts) }
  }

  #isExcused(node: Node): boolean {
    const lines = this.#source.text.slice(0, node.getStart()).split('\n')
    return /\/\/ no test runs this: \w/.test(lines.at(-2) ?? '')
  }

  #placeOf(node: Node): string {
    const line = this.#source.text.slice(0, node.getStart()).split('\n').length
    return `${this.#source.fileName}:${line}`
  }
}

const isTemplate = (node: Node): node is TemplateLiteral =>
  node.kind === SyntaxKind.StringLiteral ||
  node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
  node.kind === SyntaxKind.TemplateExpression

/** A statement begins with its verb, or with what was put together elsewhere. */
function isPartOfStatement([first = '']: readonly string[]): boolean {
  return first.trim() !== '' && !/^\s*(select|with|insert|update|delete|explain|values)\b/i.test(first)
}

/** `name` in `node.as('name')`. */
function aliasOf(node: Node): string | undefined {
  const access = node.parent
  const call = access.parent
  if (access.kind !== SyntaxKind.PropertyAccessExpression || call.kind !== SyntaxKind.CallExpression)
    return undefined
  const [first] = (call as CallExpression).arguments
  if (!access.getText().endsWith('.as') || first?.kind !== SyntaxKind.StringLiteral) return undefined
  return (first as unknown as { text: string }).text
}

/** In the comment before the member; what stands behind the one before it, on that line, is said of that one. */
function saysNeverNull(node: Node): boolean {
  const before = node.getSourceFile().text.slice(node.pos, node.getStart())
  return /never null: \w/.test(before.slice(before.indexOf('\n') + 1))
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const partsOf = (type: Type): readonly Type[] =>
  (type as unknown as { getTypes(): readonly Type[] }).getTypes()

function shapeFor(kind: string): Shape {
  return { kinds: new Set([kind]), ...(neverInJson.includes(kind) && { unfitForJson: kind }) }
}

function unfit(parts: readonly Shape[]): { unfitForJson?: string } {
  const [first] = parts.flatMap(({ unfitForJson }) => unfitForJson ?? [])
  return first === undefined ? {} : { unfitForJson: first }
}

function merge(parts: readonly Shape[]): Shape {
  const elements = parts.flatMap((part) => part.elements ?? [])
  return {
    kinds: new Set(parts.flatMap(({ kinds }) => [...kinds])),
    ...(elements.length > 0 && { elements: merge(elements) }),
    ...unfit(parts),
  }
}
