// The description as a collection of Bruno: the texts of its files, by path. The format is told by
// https://docs.usebruno.com/bru-lang/overview, and read by the grammar of Bruno itself in our tests.
import { resolve, type Part } from './api-shape.ts'
import { sampleOf } from './schema-sample.ts'

interface Described {
  readonly document: Part
  readonly verb: string
  readonly path: string
  readonly operation: Part
}

interface Pair {
  readonly name: string
  readonly value: string
  readonly enabled: boolean
}

interface Body {
  /** As the request names it. */
  readonly mode: string
  readonly block: string
}

const verbs = new Set(['get', 'put', 'post', 'patch', 'delete', 'head', 'options'])

export function brunoFiles(document: Part): Map<string, string> {
  const files = new Map([
    [
      'bruno.json',
      `${JSON.stringify({ version: '1', name: 'Vigie', type: 'collection', ignore: [] }, null, 2)}\n`,
    ],
    ['collection.bru', collectionText],
    ['environments/local.bru', environmentText],
  ])
  const counts = new Map<string, number>()
  for (const described of operationsIn(document)) {
    const [tag = 'Other'] = (described.operation['tags'] ?? []) as string[]
    const seq = (counts.get(tag) ?? 0) + 1
    counts.set(tag, seq)
    files.set(`${tag}/${String(described.operation['operationId'])}.bru`, requestText(described, seq))
  }
  for (const [index, tag] of [...counts.keys()].toSorted().entries())
    files.set(`${tag}/folder.bru`, folderText(document, tag, index + 1))
  return files
}

function operationsIn(document: Part): Described[] {
  return Object.entries((document['paths'] ?? {}) as Record<string, Part>).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Part>)
      .filter(([verb]) => verbs.has(verb))
      .map(([verb, operation]) => ({ document, verb, path, operation })),
  )
}

const collectionText = [
  block('auth', ['mode: oauth2']),
  block('auth:oauth2', [
    'grant_type: client_credentials',
    'access_token_url: {{baseUrl}}/oauth2/token',
    'refresh_token_url: ',
    'client_id: {{clientId}}',
    'client_secret: {{clientSecret}}',
    'scope: ',
    'credentials_placement: basic_auth_header',
    'credentials_id: credentials',
    'token_placement: header',
    'token_header_prefix: Bearer',
    'auto_fetch_token: true',
    'auto_refresh_token: false',
  ]),
  block('docs', [
    'Choose the environment "local", then fill in the id and the secret of an API client; whoever starts the',
    'demonstration is told both. GET /me (folder "Authentication") tells the accountId.',
    '',
    'Requests that people send from a browser, or third parties from the portal, have no token of a program.',
  ]),
].join('\n')

const environmentText = [
  block('vars', ['baseUrl: http://localhost:8080', 'accountId: ', 'clientId: ']),
  'vars:secret [\n  clientSecret\n]\n',
].join('')

function folderText(document: Part, tag: string, seq: number): string {
  const tags = (document['tags'] ?? []) as readonly Part[]
  const about = tags.find(({ name }) => name === tag)?.['description']
  const parts = [block('meta', [`name: ${tag}`, `seq: ${seq}`]), block('auth', ['mode: inherit'])]
  if (typeof about === 'string') parts.push(block('docs', lines(about)))
  return parts.join('\n')
}

function requestText(described: Described, seq: number): string {
  const { verb, path, operation } = described
  const query = pairsOf(described, 'query')
  const body = bodyOf(described)
  const sent = query.filter(({ enabled }) => enabled).map(({ name, value }) => `${name}=${value}`)
  const url = `{{baseUrl}}${path.replaceAll(/\{([^}]+)\}/g, ':$1')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`
  const docs = [operation['operationId'], operation['description']].filter((one) => typeof one === 'string')
  return [
    block('meta', [
      `name: ${String(operation['summary'] ?? operation['operationId'])}`,
      'type: http',
      `seq: ${seq}`,
    ]),
    block(verb, [`url: ${url}`, `body: ${body.mode}`, `auth: ${takesToken(operation) ? 'inherit' : 'none'}`]),
    dictionary('params:query', query),
    dictionary('params:path', pairsOf(described, 'path')),
    dictionary('headers', pairsOf(described, 'header')),
    body.block,
    block(
      'docs',
      docs.flatMap((text, index) => (index === 0 ? lines(text) : ['', ...lines(text)])),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

const takesToken = (operation: Part) =>
  ((operation['security'] ?? []) as readonly Part[]).some((scheme) => 'oauth2' in scheme)

const given: Readonly<Record<string, string>> = {
  accountId: '{{accountId}}',
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
  'Idempotency-Key': '{{$randomUUID}}',
  'X-Request-Id': '{{$randomUUID}}',
}

/** Switched off unless the request needs them. */
function pairsOf({ document, operation }: Described, place: 'query' | 'path' | 'header'): Pair[] {
  const all = ((operation['parameters'] ?? []) as Part[]).map((one) => resolve(document, one))
  return all
    .filter((one) => one['in'] === place)
    .flatMap((one) => {
      const enabled = place === 'path' || one['required'] === true
      return parameterTexts(document, one).map(([name, value]) => ({ name, value, enabled }))
    })
}

/** One pair as a rule; a parameter that stands for any of a kind brings those of its example. */
function parameterTexts(document: Part, parameter: Part): (readonly [name: string, value: string])[] {
  const name = String(parameter['name'])
  const schema = resolve(document, (parameter['schema'] ?? {}) as Part)
  // No record has the number 0, though it may be asked for.
  const isId = parameter['in'] === 'path' && schema['type'] === 'integer'
  const sample = given[name] ?? (isId ? 1 : (parameter['example'] ?? sampleOf(document, schema)))
  if (Array.isArray(sample)) return [[name, sample.join(',')]]
  if (typeof sample !== 'object' || sample === null) return [[name, String(sample)]]
  return Object.entries(sample).map(([key, value]) => [key, String(value)])
}

const preferred = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded', 'text/csv']

const none: Body = { mode: 'none', block: '' }

function bodyOf({ document, operation }: Described): Body {
  const { requestBody } = operation
  if (requestBody === undefined) return none
  const content = resolve(document, requestBody as Part)['content'] as Readonly<Record<string, Part>>
  const type = [...preferred, ...Object.keys(content)].find((name) => name in content) ?? ''
  const media = content[type] ?? {}
  if (type === 'application/json') {
    const sample = media['example'] ?? sampleOf(document, (media['schema'] ?? {}) as Part)
    const json = JSON.stringify(sample, null, 2).split('\n')
    return { mode: 'json', block: block('body:json', json) }
  }
  if (type === 'multipart/form-data') return formOf('multipartForm', 'body:multipart-form', document, media)
  if (type === 'application/x-www-form-urlencoded')
    return formOf('formUrlEncoded', 'body:form-urlencoded', document, media)
  return { mode: 'file', block: block('body:file', [`file: @file(example.csv) @contentType(${type})`]) }
}

function formOf(mode: string, name: string, document: Part, media: Part): Body {
  const schema = resolve(document, (media['schema'] ?? {}) as Part)
  const required = (schema['required'] ?? []) as readonly string[]
  const example = (media['example'] ?? {}) as Part
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Part>).map(
    ([field, inner]) => ({
      name: field,
      value: isFile(document, inner)
        ? '@file(example.pdf)'
        : (given[field] ?? fieldText(example[field] ?? sampleOf(document, inner))),
      enabled: isFile(document, inner) || required.includes(field) || field in example,
    }),
  )
  return fields.length === 0 ? none : { mode, block: dictionary(name, fields) }
}

function isFile(document: Part, schema: Part): boolean {
  const { format, contentMediaType, items } = resolve(document, schema)
  if (format === 'binary' || contentMediaType !== undefined) return true
  return items !== undefined && isFile(document, items as Part)
}

const fieldText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function dictionary(name: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return ''
  const [on, off] = [pairs.filter(({ enabled }) => enabled), pairs.filter(({ enabled }) => !enabled)]
  return block(
    name,
    [...on, ...off].map((pair) => `${pair.enabled ? '' : '~'}${pair.name}: ${lines(pair.value).join(' ')}`),
  )
}

/** What stands inside is always set in, so that no line of it can end the block. */
function block(name: string, content: readonly string[]): string {
  return `${name} {\n${content.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`
}

const lines = (text: string) => text.split(/\r?\n/)
