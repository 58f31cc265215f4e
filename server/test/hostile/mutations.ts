import { oddBodies, oddContentTypes, oddHeaders, oddJson, oddMethods, oddText } from './odd-values.ts'
import type { Seeded } from './seeded.ts'

/** A request that is right, in parts that can be spoilt one by one. */
export interface Sample {
  readonly name: string
  readonly method: string
  /** All methods of this path: each has a sample of its own, and is no hostile request here. */
  readonly methods: readonly string[]
  /** The path with its parameters filled in, in pieces: even ones are fixed, odd ones are values. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
  /** Every parameter the operation knows. */
  readonly parameters: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** JSON value, or a form's text, or nothing. */
  readonly body?: unknown
  /** The body with every optional field filled in, right together or not: more places to spoil. */
  readonly wide?: unknown
  readonly form?: string
  /** What the text is, when it is no form. */
  readonly textType?: string
}

export interface HostileRequest {
  readonly what: string
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: Buffer | null
}

/**
 * The sample itself first, then things that can be spoilt, each once and in seeded order, then mixtures of
 * them: never fewer than `atLeast`, never more than `atMost`.
 */
export function mutationsOf(
  sample: Sample,
  random: Seeded,
  { atLeast, atMost }: { atLeast: number; atMost: number },
): HostileRequest[] {
  const spoilt = random.shuffled([
    ...spoiltPaths(sample),
    ...spoiltQueries(sample),
    ...spoiltBodies(sample, random),
    ...spoiltHeaders(sample),
  ])
  const chosen = [plain(sample), ...spoilt].slice(0, atMost)
  while (chosen.length < atLeast) chosen.push(mix(random.pick(spoilt), random.pick(spoilt)))
  return chosen
}

function textOf(sample: Sample): string | null {
  if (sample.form !== undefined) return sample.form
  return sample.body === undefined ? null : JSON.stringify(sample.body)
}

function plain(sample: Sample): HostileRequest {
  const query = Object.entries(sample.query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const text = textOf(sample)
  const type =
    sample.form === undefined ? 'application/json' : (sample.textType ?? 'application/x-www-form-urlencoded')
  return {
    what: 'the sample',
    method: sample.method,
    url: withQuery(sample.path.join(''), query),
    headers: { ...sample.headers, ...(text === null ? {} : { 'content-type': type }) },
    payload: text === null ? null : Buffer.from(text),
  }
}

const withQuery = (path: string, query: readonly string[]) =>
  query.length === 0 ? path : `${path}?${query.join('&')}`

function spoiltPaths(sample: Sample): HostileRequest[] {
  const right = plain(sample)
  const places = sample.path.flatMap((_, index) => (index % 2 === 1 ? [index] : []))
  const values = places.flatMap((place) =>
    oddText.map((odd) => ({
      ...right,
      what: `path value ${odd.slice(0, 30)}`,
      url: sample.path.with(place, odd).join(''),
    })),
  )
  const whole = ['/', '//', '/%2e%2e/', '/..;/', '/%00', '/%', '/extra', '.json', '/%2fmetrics', '#x']
  return [
    ...values,
    ...whole.map((end) => ({ ...right, what: `path end ${end}`, url: `${sample.path.join('')}${end}` })),
    { ...right, what: 'path in capitals', url: sample.path.join('').toUpperCase() },
    { ...right, what: 'path doubled', url: `/${sample.path.join('')}` },
  ]
}

function spoiltQueries(sample: Sample): HostileRequest[] {
  const right = plain(sample)
  const path = sample.path.join('')
  const others = (name: string) =>
    Object.entries(sample.query).flatMap(([key, value]) =>
      key === name ? [] : [`${key}=${encodeURIComponent(value)}`],
    )
  const valued = sample.parameters.flatMap((name) => [
    ...oddText.map((odd) => ({
      ...right,
      what: `query ${name}=${odd.slice(0, 30)}`,
      url: withQuery(path, [...others(name), `${name}=${odd}`]),
    })),
    { ...right, what: `query ${name} repeated`, url: withQuery(path, [`${name}=1`, `${name}=1`]) },
    { ...right, what: `query ${name}[]`, url: withQuery(path, [`${name}[]=1`, `${name}[a]=1`]) },
    { ...right, what: `query ${name} bare`, url: withQuery(path, [name]) },
  ])
  const strange = [
    'unknown=1',
    '__proto__=1',
    'constructor[prototype][a]=1',
    '%',
    '%zz=1',
    '=',
    '&&&',
    '=&=',
    '?',
  ]
  return [
    ...valued,
    ...strange.map((query) => ({ ...right, what: `query ${query}`, url: withQuery(path, [query]) })),
    { ...right, what: 'a thousand parameters', url: withQuery(path, Array(1_000).fill('a=1') as string[]) },
    { ...right, what: 'a long query', url: withQuery(path, ['a'.repeat(9_000)]) },
  ]
}

const mark = '@@here@@'

/** The body's text with a mark in the place of one node after another. */
function markedTexts(value: unknown, rebuild: (part: unknown) => unknown = (part) => part): string[] {
  const here = JSON.stringify(rebuild(mark))
  if (Array.isArray(value)) {
    return [here, ...value.flatMap((item, i) => markedTexts(item, (part) => rebuild(value.with(i, part))))]
  }
  if (typeof value !== 'object' || value === null) return [here]
  const entries = Object.entries(value)
  return [
    here,
    ...entries.flatMap(([key, part]) => markedTexts(part, (made) => rebuild({ ...value, [key]: made }))),
  ]
}

function spoiltBodies(sample: Sample, random: Seeded): HostileRequest[] {
  const right = plain(sample)
  const type = right.headers['content-type'] ?? 'application/json'
  const withBody = (what: string, payload: string | Buffer): HostileRequest => ({
    ...right,
    what,
    payload: Buffer.from(payload as string),
    headers: { ...right.headers, 'content-type': type },
  })
  const text = textOf(sample) ?? '{}'
  const whole = oddBodies.map((body) => withBody(`body ${body.slice(0, 30)}`, body))
  const bytes = [
    withBody('body in UTF-16', Buffer.from(text, 'utf16le')),
    withBody(
      'body not UTF-8',
      Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0x7d])]),
    ),
    withBody('body random', random.bytes(300)),
    ...[0.2, 0.5, 0.9].map((part) => withBody('body cut', text.slice(0, Math.floor(text.length * part)))),
  ]
  const nodes =
    sample.body === undefined
      ? oddJson.map((odd) => withBody(`body ${odd.slice(0, 30)}`, odd))
      : [...markedTexts(sample.body), ...markedTexts(sample.wide)].flatMap((marked) =>
          oddJson.map((odd) =>
            withBody(
              `${marked.slice(0, 60)} = ${odd.slice(0, 30)}`,
              marked.replace(`"${mark}"`, () => odd),
            ),
          ),
        )
  return [...whole, ...bytes, ...nodes, ...spoiltFields(sample, withBody)]
}

function spoiltFields(
  sample: Sample,
  withBody: (what: string, payload: string) => HostileRequest,
): HostileRequest[] {
  if (typeof sample.body !== 'object' || sample.body === null) return []
  const { body } = sample
  return Object.keys(body).flatMap((key) => {
    const { [key]: _gone, ...rest } = body as Record<string, unknown>
    const misspelt = { ...rest, [`${key} `]: 1 }
    return [
      withBody(`without ${key}`, JSON.stringify(rest)),
      withBody(`with a misspelt ${key}`, JSON.stringify(misspelt)),
      withBody(`with ${key} twice`, `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(key)}:null}`),
    ]
  })
}

function spoiltHeaders(sample: Sample): HostileRequest[] {
  const right = plain(sample)
  const payload = right.payload ?? Buffer.from('{}')
  return [
    ...oddContentTypes.map((type) => ({
      ...right,
      payload,
      what: `content type ${type.slice(0, 30)}`,
      headers: { ...right.headers, 'content-type': type },
    })),
    ...oddHeaders.map(([name, value]) => ({
      ...right,
      what: `header ${name}: ${value.slice(0, 30)}`,
      headers: { ...right.headers, [name]: value },
    })),
    ...oddMethods
      .filter((method) => !sample.methods.includes(method))
      .map((method) => ({ ...right, method, what: `method ${method}` })),
  ]
}

/** The address of one, the rest of another. */
function mix(one: HostileRequest, other: HostileRequest): HostileRequest {
  return { ...other, what: `${one.what}; ${other.what}`, url: one.url }
}
