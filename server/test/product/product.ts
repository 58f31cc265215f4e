import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findRunning, urlOfDatabase } from '../../src/platform/db/index.ts'
import { builtProgram } from './build.ts'
import { endOrphan, until } from './processes.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The program as a child: what it says, and its end. */
export interface Running {
  readonly pid: number
  readonly exited: Promise<Exit>
  hasExited(): boolean
  output(): string
  signal(name: NodeJS.Signals): void
}

export interface Product extends Running {
  readonly baseUrl: string
  readonly port: number
  readonly dataDir: string
  readonly secondsToReady: number
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

export interface StartOptions {
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** Another build than the present one. */
  program?: string
}

/** Rate limits that no test or bench can reach. */
export const withoutRateLimits = {
  RATE_ACCOUNT_PER_SECOND: '100000',
  RATE_TOKEN_PER_SECOND: '100000',
  RATE_WRITES_PER_SECOND: '100000',
}

export function freshFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'vigie-product-'))
}

/** Also ends a PostgreSQL that a killed service left in it. */
export async function removeFolder(dataDir: string): Promise<void> {
  await endOrphan(dataDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

const [firstPort, portCount] = [20_000, 12_000]
let nextPort = (process.pid * 17) % portCount

/**
 * A port nobody uses, to be told to a child. It lies below those that systems give away by themselves, so that nobody
 * is given it before the child listens, and each process of ours begins its search elsewhere.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portCount; tried += 1) {
    const port = firstPort + nextPort
    nextPort = (nextPort + 1) % portCount
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
  throw new Error('No port to be had.')
}

/** Nothing of the caller's environment but what any program needs: its settings are the test's alone. */
function environment(given: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '/', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...given }
}

export function run(args: readonly string[], env: Record<string, string>, input?: string): Running {
  return runProgram(builtProgram(), args, env, input)
}

export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
): Running {
  return watch(spawn(process.execPath, [program, ...args], { env: environment(env) }), input)
}

export function watch(child: ReturnType<typeof spawn>, input?: string): Running {
  let output = ''
  const keep = (part: Buffer) => (output += part.toString())
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.stdin?.end(input)
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    // Not "exit": the last words arrive after it.
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
    signal: (name) => void child.kill(name),
  }
}

/** A command of the program, run to its end. */
export async function command(
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
): Promise<{ code: number | null; output: string }> {
  const running = run(args, env, input)
  const { code } = await running.exited
  return { code, output: running.output() }
}

/** The product as people start it, once it says that it is ready; the demonstration has no past unless asked for. */
export async function startProduct(options: StartOptions): Promise<Product> {
  const port = options.port ?? (await freePort())
  const began = performance.now()
  const { dataDir, env, program = builtProgram() } = options
  const demo = env?.['NODE_ENV'] === 'production' ? {} : { VIGIE_DEMO: 'portfolio' }
  // A busy machine is no reason to refuse what a test asks for; shedding has its own tests.
  const patience = { SHED_LOOP_DELAY_MS: '30000' }
  const settings = { PORT: String(port), VIGIE_DATA_DIR: dataDir, ...patience, ...demo, ...env }
  const running = runProgram(program, ['serve'], settings)
  return {
    ...(await whenReady(running, began)),
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
  }
}

async function whenReady(running: Running, began: number) {
  await until(
    'the product to be ready',
    () => running.hasExited() || /Ready in/.test(running.output()),
    180_000,
  )
  if (running.hasExited()) {
    const { code } = await running.exited
    throw new Error(`The product ended with ${code} instead of starting:\n${running.output()}`)
  }
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> => {
    running.signal(signal)
    return running.exited
  }
  return { ...running, secondsToReady: (performance.now() - began) / 1000, stop }
}

export interface DemoCredentials {
  baseUrl: string
  accountId: number
  clientId: string
  clientSecret: string
  admin: { email: string; password: string }
}

export async function demoCredentials(dataDir: string): Promise<DemoCredentials> {
  return JSON.parse(await readFile(path.join(dataDir, 'demo-credentials.json'), 'utf8')) as DemoCredentials
}

/** The embedded database as its superuser, to look behind the product's back. */
export async function adminUrlOf(dataDir: string): Promise<string> {
  const server = await findRunning(dataDir)
  if (server === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}.`)
  return urlOfDatabase(server, 'vigie')
}

/** A machine that is busy starting may ask to come back; whoever automates does. */
export async function patientFetch(url: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response | undefined
  const ask = async (): Promise<boolean> => {
    answer = await fetch(url, init)
    return answer.status !== 503
  }
  await until(`another answer of ${url} than 503`, ask)
  if (answer === undefined) throw new Error(`No answer of ${url}.`)
  return answer
}

export async function fetchToken(
  baseUrl: string,
  { clientId, clientSecret }: Pick<DemoCredentials, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const answer = await patientFetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!answer.ok) throw new Error(`No token: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
