import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { startProduct, type Product } from './support/product.ts'

const rounds = 101
const warmUps = 10

type Send = (path: string, body?: object) => Promise<void>

const sender =
  ({ baseUrl, token }: Pick<Product, 'baseUrl' | 'token'>): Send =>
  async (path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok || text.includes('"isError":true')) throw new Error(`${path}: ${answer.status} ${text}`)
  }

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const initialize = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
})
const find = message('tools/call', { name: 'find_companies', arguments: { limit: 20 } })

/** In turns, so that whatever slows the machine slows all three. */
async function measure(product: Product, tell: (line: string) => void): Promise<Figure[]> {
  const send = sender(product)
  const kinds: Record<string, () => Promise<void>> = {
    'the list by REST': () => send('/thirdparties?size=20'),
    'the tool find_companies': () => send('/mcp', find),
    'initialize and the tool': async () => {
      await send('/mcp', initialize)
      await send('/mcp', find)
    },
  }
  const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]))
  for (let nth = -warmUps; nth < rounds; nth += 1)
    for (const [name, work] of Object.entries(kinds)) {
      const began = performance.now()
      await work()
      if (nth >= 0) times.get(name)?.push(performance.now() - began)
    }
  const medians = [...times].map(([name, took]) => ({ name, took: median(took) }))
  for (const { name, took } of medians) tell(`${name}: ${took.toFixed(2)} ms`)
  const rest = medians[0]?.took ?? Number.NaN
  const goals = [3, 5]
  return medians
    .slice(1)
    .map(({ name, took }, at) =>
      costFigure(`${name}, against the list by REST`, took / rest, { most: goals[at] ?? 5, unit: 'x' }),
    )
}

export const agentsBench: Bench = {
  name: 'mcp',
  title: 'A page of companies through the Model Context Protocol, against the same page by REST',
  async run(tell) {
    const product = await startProduct()
    try {
      return await measure(product, tell)
    } finally {
      await product.stop()
    }
  },
}
