import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, ratioFigure, type Figure } from './figures.ts'
import { load, type Load } from './load.ts'
import { freePort, type Product } from './product.ts'

const rounds = 5
const secondsEach = 4
// Both run for days: what is measured is code that has been compiled.
const warmUpRounds = 2

export interface BareServer {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

/** The bare server on the product's database, for one account of it. */
export async function startBare(product: Pick<Product, 'adminUrl' | 'accountId'>): Promise<BareServer> {
  const port = await freePort()
  const script = fileURLToPath(new URL('../bare-server.ts', import.meta.url))
  const args = ['--import', 'tsx', script, product.adminUrl, String(port), String(product.accountId)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const baseUrl = `http://127.0.0.1:${port}`
  for (let patience = 100; ; patience -= 1) {
    if (
      await fetch(baseUrl).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    if (patience === 0) throw new Error('The bare server did not start.')
    await delay(100)
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export interface Pair {
  name: string
  goal: number
  ours: string
  bare: string
  token: string
  /** Both servers and the database: whoever is not asked costs next to nothing meanwhile. */
  pids: readonly number[]
}

export async function compare(pair: Pair, tell: (line: string) => void): Promise<Figure[]> {
  const rates: number[] = []
  const costs: number[] = []
  const serverCosts: number[] = []
  const ours: number[] = []
  const shape = { seconds: secondsEach, connections: 16, pids: pair.pids }
  // Interleaved, so that a slow moment of the machine touches both.
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    const bare = await load({ ...shape, url: pair.bare, token: null })
    const own = await load({ ...shape, url: pair.ours, token: pair.token })
    if (round < 1) continue
    rates.push(own.rate / bare.rate)
    costs.push(wholeMicros(own) / wholeMicros(bare))
    serverCosts.push(own.serverMicros / bare.serverMicros)
    ours.push(own.rate)
    tell(`${pair.name}, round ${round}: bare ${inWords(bare)}, Vigie ${inWords(own)}`)
  }
  const rate = median(ours)
  return [
    ratioFigure(`${pair.name}: requests/s against the bare server`, median(rates), pair.goal),
    timesFigure(`${pair.name}: processor time of the server against it`, median(serverCosts)),
    timesFigure(`${pair.name}: processor time with the database against it`, median(costs)),
    { name: `${pair.name}: requests/s`, value: rate, measured: `${rate.toFixed(0)}/s` },
  ]
}

const wholeMicros = ({ serverMicros, databaseMicros }: Load) => serverMicros + databaseMicros
const timesFigure = (name: string, value: number): Figure => ({
  name,
  value,
  measured: `${value.toFixed(2)} x`,
})

function inWords({ rate, serverMicros, databaseMicros }: Load): string {
  const spent = `${serverMicros.toFixed(0)} µs and ${databaseMicros.toFixed(0)} µs of the database`
  return `${rate.toFixed(0)}/s at ${spent}`
}
