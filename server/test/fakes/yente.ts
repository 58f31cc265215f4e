import { startLoopback, type Asked, type Loopback, type Reply } from './loopback.ts'

interface FakeEntity {
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly dataset: 'sanctions' | 'peps'
  readonly referents?: readonly string[]
  readonly properties?: Readonly<Record<string, readonly string[]>>
  /** What the service gives it, whoever of its schema is sought; else only the same name is found. */
  readonly score?: number
}

export interface FakeYente extends Loopback {
  readonly key: string
  /** What is indexed from now on. */
  publish(version: string, entities: readonly FakeEntity[]): void
  /** Leaves out the last of the queries of each request. */
  forgetLast(forgets: boolean): void
  refuseKey(refuses: boolean): void
}

interface Query {
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly string[]>>
}

/** A yente service on loopback, with the shapes of its version 5: catalogue and matching. */
export async function startFakeYente(): Promise<FakeYente> {
  const key = 'a-key-of-ours'
  const state = { version: '', entities: [] as readonly FakeEntity[], forgets: false, refuses: false }
  const loopback = await startLoopback((asked): Reply => {
    if (state.refuses || asked.headers.authorization !== `ApiKey ${key}`) {
      return { status: 401, body: { detail: 'Invalid API key.' } }
    }
    if (asked.url.pathname === '/catalog') return { body: catalogue(state.version, state.entities) }
    const [, dataset] = /^\/match\/(\w+)$/.exec(asked.url.pathname) ?? []
    if (dataset !== 'sanctions' && dataset !== 'peps')
      return { status: 404, body: { detail: 'No such dataset.' } }
    const found = state.entities.filter((entity) => entity.dataset === dataset)
    return { body: answer(asked, found, state.forgets) }
  })
  return Object.assign(loopback, {
    key,
    publish(version: string, entities: readonly FakeEntity[]) {
      Object.assign(state, { version, entities })
    },
    forgetLast(forgets: boolean) {
      Object.assign(state, { forgets })
    },
    refuseKey(refuses: boolean) {
      Object.assign(state, { refuses })
    },
  })
}

/** Both datasets are indexed as parts of a larger one, as with the usual manifest. */
function catalogue(version: string, entities: readonly FakeEntity[]) {
  const part = (name: string) => ({
    name,
    title: name,
    version: `${version}-of-${name}`,
    updated_at: null,
    entity_count: entities.filter(({ dataset }) => dataset === name).length,
    load: false,
    index_version: null,
    index_current: false,
    children: [],
  })
  const whole = { ...part('default'), version, index_version: version, index_current: true, load: true }
  return {
    datasets: [{ ...whole, children: ['sanctions', 'peps'] }, part('sanctions'), part('peps')],
    current: ['default'],
    outdated: [],
    index_stale: false,
  }
}

function answer({ url, body }: Asked, entities: readonly FakeEntity[], forgets: boolean) {
  const limit = Number(url.searchParams.get('limit'))
  const threshold = Number(url.searchParams.get('threshold'))
  const { queries } = JSON.parse(body) as { queries: Record<string, Query> }
  const asked = Object.entries(queries).slice(0, forgets ? -1 : undefined)
  const responses = asked.map(([name, query]) => {
    const scored = entities
      .map((entity) => ({ entity, score: scoreOf(query, entity) }))
      .filter(({ score }) => score > threshold)
      .toSorted((a, b) => b.score - a.score)
    const results = scored.slice(0, limit).map(({ entity, score }) => result(entity, score))
    return [name, { status: 200, results, total: { value: scored.length, relation: 'eq' }, query }]
  })
  return { responses: Object.fromEntries(responses) as unknown, limit }
}

function scoreOf({ schema, properties }: Query, entity: FakeEntity): number {
  if (entity.score !== undefined) return entity.schema === schema ? entity.score : 0
  const isNamed = (properties['name'] ?? []).some((text) => text.toLowerCase() === entity.name.toLowerCase())
  return isNamed ? 0.96 : 0.2
}

function result({ id, schema, name, dataset, referents = [], properties = {} }: FakeEntity, score: number) {
  return {
    id,
    caption: name,
    schema,
    properties: {
      name: [name],
      topics: [dataset === 'sanctions' ? 'sanction' : 'role.pep'],
      ...properties,
    },
    datasets: [dataset],
    referents,
    target: true,
    first_seen: '2026-01-01T12:00:00',
    last_seen: '2026-11-01T12:00:00',
    last_change: '2026-02-01T12:00:00',
    score,
    match: score >= 0.7,
    explanations: { name_match: { score, detail: 'literal', query: name, candidate: name } },
  }
}
