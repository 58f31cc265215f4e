import { spawn, type ChildProcess } from 'node:child_process'
import { builtProgram } from '../server/test/product/build.ts'

/** One process of the product, whatever runs under its name now. */
export class Process {
  readonly name: string
  readonly baseUrl: string
  readonly #role: 'serve' | 'worker'
  readonly #env: Record<string, string>
  program = builtProgram()
  #child: ChildProcess | undefined
  #ends = false
  #said = ''
  /** Ends that nobody asked for. */
  readonly crashes: string[] = []

  constructor(name: string, role: 'serve' | 'worker', port: number, env: Record<string, string>) {
    this.name = name
    this.#role = role
    this.baseUrl = `http://127.0.0.1:${port}`
    this.#env = { ...env, PORT: String(port) }
  }

  start(): void {
    const { PATH = '', HOME = '/', TMPDIR } = process.env
    const env = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...this.#env }
    const child = spawn(process.execPath, [this.program, this.#role], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#ends = false
    this.#said = ''
    const keep = (part: Buffer) => (this.#said = (this.#said + part.toString()).slice(-4_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('close', (code, signal) => {
      if (this.#child !== child || this.#ends) return
      // Whoever is started while the database is away says so and leaves it to the supervisor.
      if (/database of DATABASE_URL cannot be used/.test(this.#said))
        return void setTimeout(() => this.start(), 300)
      this.crashes.push(`${this.name} ended by itself (${code ?? signal}): ${this.#said.slice(-600)}`)
      // As a supervisor would.
      this.start()
    })
  }

  /** The end of the process, without a word. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async isReady(): Promise<boolean> {
    if (this.#role === 'worker') return this.#child?.exitCode === null
    return fetch(`${this.baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    this.#ends = true
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}
