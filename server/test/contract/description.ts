import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Node = Record<string, unknown>

interface Media {
  schema?: Node
}

export interface DescribedAnswer {
  $ref?: string
  content?: Record<string, Media>
}

export interface DescribedParameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Node
}

interface Operation {
  operationId: string
  parameters?: DescribedParameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, DescribedAnswer>
}

export interface DescribedOperation extends Operation {
  readonly method: string
  /** With names in braces. */
  readonly path: string
}

/** An answer of the service, and what was asked. */
export interface GivenAnswer {
  readonly operationId: string
  readonly method: string
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface Example {
  readonly kind: 'body' | 'answer' | 'problem'
  readonly operationId: string
  readonly isPart: boolean
  readonly value: unknown
}

const name = 'description'

/** The published description, as a judge of answers: what it does not say must not be answered. */
export class Description {
  /** By their ids. */
  readonly operations: ReadonlyMap<string, DescribedOperation>
  readonly #document: Node
  readonly #ajv: Ajv2020
  readonly #checks = new Map<string, ValidateFunction>()

  constructor(text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) {
    this.#document = closeShapes(JSON.parse(text)) as Node
    const paths = this.#document['paths'] as Record<string, Record<string, Operation>>
    this.operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          operation.operationId,
          { ...operation, path, method: method.toUpperCase() },
        ]),
      ),
    )
    // Its own words (`paths`, `example`, …) stand beside those of JSON Schema.
    this.#ajv = new Ajv2020({ strict: false })
    formats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, name)
  }

  /** What a reference points to; anything else as it is. */
  resolve<Part extends { $ref?: string }>(part: Part): Part {
    if (part.$ref === undefined) return part
    const keys = part.$ref.slice(2).split('/')
    const found = keys.reduce<unknown>((node, key) => (node as Node | undefined)?.[key], this.#document)
    if (found === undefined) throw new Error(`${part.$ref} points nowhere.`)
    return this.resolve(found as Part)
  }

  /** What the description does not say of an answer, or null when it says all of it. */
  faultOf(answer: GivenAnswer): string | null {
    const operation = this.operations.get(answer.operationId)
    if (operation === undefined) return 'the operation is not described'
    const described = operation.responses[String(answer.status)]
    if (described === undefined) return `the status ${answer.status} is not described`
    if (answer.method === 'HEAD') return null
    const { content } = this.resolve(described)
    if (answer.body === '') return content === undefined ? null : `the status ${answer.status} has a body`
    const type = answer.type.split(';', 1)[0] ?? ''
    const media = content?.[type] ?? content?.['*/*']
    if (media === undefined) return `${type} is not described for the status ${answer.status}`
    return /[/+]json$/.test(type) && media.schema !== undefined
      ? this.#faultOfBody(media.schema, answer)
      : null
  }

  /** The same for an example in a page: the body of a request, a successful answer, or a problem; or a part of it. */
  faultOfExample({ kind, operationId, isPart, value }: Example): string | null {
    const operation = this.operations.get(operationId)
    if (operation === undefined) return `${operationId} is not described`
    const type = kind === 'problem' ? 'application/problem+json' : 'application/json'
    const statuses = Object.keys(operation.responses)
    const status = statuses.find((one) => one.startsWith(kind === 'problem' ? '4' : '2')) ?? ''
    const content =
      kind === 'body'
        ? operation.requestBody?.content
        : this.resolve(operation.responses[status] ?? {}).content
    const schema = content?.[type]?.schema
    if (schema === undefined) return `${operationId} has no ${kind} in JSON`
    const { required, ...members } = this.resolve<Node & { $ref?: string; required?: unknown }>(schema)
    const whole = isPart ? members : { ...members, ...(required !== undefined && { required }) }
    const check = this.#ajv.compile(absolute(whole) as Node)
    return check(value) ? null : this.#ajv.errorsText(check.errors?.slice(0, 3), { dataVar: kind })
  }

  #faultOfBody(schema: Node, { operationId, status, type, body }: GivenAnswer): string | null {
    const key = `${operationId} ${status} ${type}`
    let check = this.#checks.get(key)
    if (check === undefined) {
      check = this.#ajv.compile(absolute(schema) as Node)
      this.#checks.set(key, check)
    }
    if (check(JSON.parse(body))) return null
    return this.#ajv.errorsText(check.errors?.slice(0, 3), { dataVar: 'body' })
  }
}

/** A copy in which each object that lists its members refuses all others, so that nothing is told that is not said. */
function closeShapes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeShapes)
  if (typeof value !== 'object' || value === null) return value
  const node: Node = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closeShapes(part)]))
  const isOpen = node['type'] === 'object' && 'properties' in node && !('additionalProperties' in node)
  return isOpen ? { ...node, additionalProperties: false } : node
}

/** A part of the document that stands alone finds the rest of it by its name. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' ? `${name}${part}` : absolute(part),
    ]),
  )
}
