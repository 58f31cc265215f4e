import { readFile } from 'node:fs/promises'
import { accountLines, openLines, type OpenLine } from '../access/route-lines.ts'
import type { World } from '../access/world.ts'
import { expandReferences } from '../documents/expand-references.ts'
import type { Sample } from './mutations.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Paths = Record<string, Record<string, Operation>>

/** A right request for every route; what it may hold beyond the sample comes from the published schema. */
export async function samplesOf(world: World, directoryToken: string): Promise<Sample[]> {
  const text = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const { paths } = expandReferences(JSON.parse(text) as { paths: Paths })
  const person = world.callers.find(({ name }) => name === 'person ADMIN')?.token
  const samples: Sample[] = openLines.map((line) => openSample(line, paths, directoryToken))
  for (const line of accountLines) {
    const [method = '', pattern = ''] = line.route.split(' ')
    const operation = operationOf(paths, method, `/api/v1/account/{accountId}${pattern}`)
    const path = [`/api/v1/account/`, String(world.home.accountId)]
    for (const piece of pattern.split(/(:\w+)/)) {
      const name = piece.slice(1)
      const kind = line.ids?.[name]
      const own = kind ? String(await world.resources[kind].own()) : line.names?.[name]
      path.push(piece.startsWith(':') && own !== undefined ? own : piece)
    }
    samples.push({
      name: line.route,
      method,
      methods: methodsOf(paths, `/api/v1/account/{accountId}${pattern}`),
      path,
      query: Object.fromEntries(new URLSearchParams(line.query)),
      parameters: parametersOf(operation),
      headers: { authorization: `Bearer ${line.clients === undefined ? world.home.token : person}` },
      ...(line.contentType === undefined
        ? bodyOf(operation, line.body?.())
        : { form: String(line.body?.()), textType: line.contentType }),
    })
  }
  return samples
}

function openSample(line: OpenLine, paths: Paths, directoryToken: string): Sample {
  const [method = '', pattern = ''] = line.route.split(' ')
  const operation = paths[pattern]?.[method.toLowerCase()] ?? {}
  const path = (line.url ?? pattern).split(/(?<=\/)([^/]+)$/).filter((piece) => piece !== '')
  return {
    name: line.route,
    method,
    methods: methodsOf(paths, pattern),
    path,
    query: {},
    parameters: parametersOf(operation),
    headers: {
      ...line.headers,
      ...(line.toDirectory !== undefined && { authorization: `Bearer ${directoryToken}` }),
    },
    ...(line.form === undefined ? bodyOf(operation, line.body) : { form: line.form }),
  }
}

const methodsOf = (paths: Paths, path: string): string[] =>
  Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')] ?? {}).map((method) => method.toUpperCase())

function operationOf(paths: Paths, method: string, path: string): Operation {
  const found = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!found) throw new Error(`openapi.json does not know ${method} ${path}; run: npm run openapi`)
  return found
}

function parametersOf(operation: Operation): string[] {
  return (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
}

function bodyOf(operation: Operation, given: unknown): { body?: unknown; wide?: unknown } {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (given === undefined) return {}
  return { body: given, wide: { ...(exampleOf(schema ?? {}) as object), ...(given as object) } }
}

function exampleOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]))
  }
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})]
  if (schema.type === 'integer') return schema.minimum ?? 0
  return schema.type === 'boolean' ? true : 'text'
}
