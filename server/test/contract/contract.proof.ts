import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPath } from '../access/own-path.ts'
import { accountLines, openLines, type AccountLine } from '../access/route-lines.ts'
import { buildWorld, worldEnvironment, type World } from '../access/world.ts'
import { seed } from '../harness/fixed-seed.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { oddJson } from '../hostile/odd-values.ts'
import { Seeded } from '../hostile/seeded.ts'
import { Description, type DescribedOperation } from './description.ts'
import { Generator, type Schema } from './generate-value.ts'

/**
 * Requests made from the description itself, sent to every operation of an account until it has answered all it can:
 * each answer is one that the description tells of, member by member.
 */

// More than twenty thousand over all operations; what is costly is asked less often.
const total = Number(process.env['VIGIE_REQUESTS'] ?? 22_500)
const description = new Description()
const byRoute = new Map(
  [...description.operations.values()].map((operation) => [
    `${operation.method} ${operation.path}`,
    operation,
  ]),
)
// Settings that a request changes at random stay within these routes: the next ones have accounts of their own.
const routesPerWorld = 40
const perRoute = Math.ceil(total / (accountLines.length + openLines.length))
/** In seconds. */
const longestWait = 1
const counts = { sent: 0, succeeded: 0, refused: 0 }
const faults = new Map<string, string>()
const seen = new Set<string>()
let harness: TestApp
let world: World

beforeAll(async () => {
  harness = await testApp({ environment: worldEnvironment })
})
afterAll(async () => {
  console.log(
    `contract: seed ${seed}, ${counts.sent} requests, ${counts.succeeded} succeeded, ${counts.refused} refused`,
  )
  await harness.close()
})

const groups = Array.from({ length: Math.ceil(accountLines.length / routesPerWorld) }, (_, group) => group)

test.each(groups)(
  'Generated requests get answers that are described, part %i',
  { timeout: 600_000 },
  async (group) => {
    world = await buildWorld(harness)
    const first = group * routesPerWorld
    const lines = accountLines.slice(first, first + routesPerWorld)
    for (const [nth, line] of lines.entries()) await ask(line, new Seeded(seed + first + nth))
    expectNoFault()
  },
)

test('What needs no account gets answers that are described', { timeout: 600_000 }, async () => {
  for (const [nth, line] of openLines.entries()) {
    const operation = byRoute.get(line.route.replace(/:(\w+)/g, '{$1}'))
    // Health, pages, and directories with a standard of their own are not published.
    if (operation === undefined) continue
    const random = new Seeded(seed - nth)
    const generator = new Generator(description, random)
    for (let round = 0; round < perRoute; round += 1) {
      const body = bodyFor(operation, generator, random, line.body)
      await send(operation, {
        method: operation.method as 'GET',
        url: (line.url ?? operation.path) + queryFor(operation, generator, random, ''),
        headers: { ...line.headers, ...headersFor(random), ...(line.form && { 'content-type': formType }) },
        ...(line.form === undefined ? body : { payload: line.form }),
      })
    }
  }
  expectNoFault()
})

test('Every operation of an account was seen to succeed as it is described', () => {
  expect(counts.sent).toBeGreaterThanOrEqual(total * 0.9)
  const unseen = accountLines.flatMap(({ route, status, code }) => {
    const operation = operationOf(route)
    return code !== undefined || seen.has(`${operation.operationId} ${status}`) ? [] : [route]
  })
  expect(unseen).toEqual([])
})

/** Each part tells of its own. */
function expectNoFault(): void {
  const found = [...faults].map(([fault, how]) => `${fault}\n    ${how}`)
  faults.clear()
  expect(found).toEqual([])
}

const formType = 'application/x-www-form-urlencoded'

function operationOf(route: string): DescribedOperation {
  const found = byRoute.get(route.replace(' ', ' /api/v1/account/{accountId}').replace(/:(\w+)/g, '{$1}'))
  if (!found) throw new Error(`${route} is not described.`)
  return found
}

/** To things that nothing was done to yet; an account that can hold no more of them gives way to another. */
async function freshPath(line: AccountLine): Promise<string> {
  try {
    return await ownPath(world, line)
  } catch {
    world = await buildWorld(harness)
    return ownPath(world, line)
  }
}

/** The sample first, which is right; then what the schemas allow and, now and then, what they do not. */
async function ask(line: AccountLine, random: Seeded): Promise<void> {
  const operation = operationOf(line.route)
  const generator = new Generator(description, random)
  const wanted = line.costly ? Math.min(perRoute, 8) : perRoute
  let path = ''
  let isRenewed = false
  for (let round = 0; round < wanted; round += 1) {
    // What a request did to a thing would only be refused the next time.
    if (round % 6 === 0) path = await freshPath(line)
    const person = world.callers.find(({ name }) => name === 'person ADMIN')?.token ?? ''
    const token = line.clients === undefined ? world.home.token : person
    const isSample = round === 0
    const sample = line.body?.()
    const text = line.contentType === undefined ? null : { payload: sample as string }
    await send(operation, {
      method: operation.method as 'GET',
      url: `${world.home.base}${path}${isSample ? withQuery(line.query) : queryFor(operation, generator, random, line.query)}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(line.contentType !== undefined && { 'content-type': line.contentType }),
        ...(isSample ? {} : headersFor(random)),
      },
      ...(text ?? (isSample ? payloadOf(sample) : bodyFor(operation, generator, random, sample))),
    })
    if (isRenewed || !isSample || seen.has(`${operation.operationId} ${line.status}`)) continue
    // A setting that an earlier request changed stands in the way: another account has it as it was.
    world = await buildWorld(harness)
    isRenewed = true
    round = -1
  }
}

const withQuery = (query = '') => (query === '' ? '' : `?${query}`)
const payloadOf = (value: unknown) => (value === undefined ? {} : { payload: value as object })

function queryFor(
  operation: DescribedOperation,
  generator: Generator,
  random: Seeded,
  sample: string | undefined,
): string {
  const query = new URLSearchParams(sample)
  for (const parameter of (operation.parameters ?? []).map((one) => description.resolve(one))) {
    if (parameter.in !== 'query' || random.next() > 0.2) continue
    // A caller may ask to be kept waiting for half a minute, which would be most of what this costs.
    const schema =
      parameter.name === 'wait' ? { ...parameter.schema, maximum: longestWait } : parameter.schema
    const value = generator.value(schema ?? {}, query.get(parameter.name) ?? undefined)
    query.set(parameter.name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return withQuery(query.toString())
}

function bodyFor(
  operation: DescribedOperation,
  generator: Generator,
  random: Seeded,
  sample: unknown,
): Pick<InjectOptions, 'payload' | 'headers'> {
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined
  if (schema === undefined) return payloadOf(sample)
  const body = generator.value(schema, sample) as Record<string, unknown>
  const names = Object.keys(body ?? {})
  if (random.next() > 0.15 || names.length === 0) return payloadOf(body)
  const odd = `{${names.map((name, at) => `${JSON.stringify(name)}:${at === 0 ? random.pick(oddJson) : JSON.stringify(body[name])}`).join(',')}}`
  return { payload: odd, headers: { 'content-type': 'application/json' } }
}

function headersFor(random: Seeded): Record<string, string> {
  return {
    ...(random.next() < 0.1 && { 'if-match': random.pick(['*', '"1"', '"none"', 'no tag']) }),
    ...(random.next() < 0.1 && { 'if-none-match': random.pick(['*', '"1"']) }),
    ...(random.next() < 0.1 && { 'accept-language': random.pick(['fr', 'en', 'de', '*']) }),
    ...(random.next() < 0.1 && { 'idempotency-key': random.pick(['first', 'second', ' ']) }),
    ...(random.next() < 0.05 && { range: random.pick(['bytes=0-9', 'bytes=900000000-']) }),
  }
}

async function send(operation: DescribedOperation, request: InjectOptions & { url: string }): Promise<void> {
  const answer = await harness.app.inject(request)
  counts.sent += 1
  counts[answer.statusCode < 400 ? 'succeeded' : 'refused'] += 1
  seen.add(`${operation.operationId} ${answer.statusCode}`)
  const { operationId, method } = operation
  const type = String(answer.headers['content-type'] ?? '')
  const fault =
    answer.statusCode >= 500
      ? `status ${answer.statusCode}`
      : description.faultOf({ operationId, method, status: answer.statusCode, type, body: answer.body })
  if (fault === null) return
  const asked = `${method} ${request.url} ${JSON.stringify(request.payload ?? null)}`.slice(0, 600)
  faults.set(`${operationId} ${answer.statusCode}: ${fault}`, `${asked} → ${answer.body.slice(0, 300)}`)
}
