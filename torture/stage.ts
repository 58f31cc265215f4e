import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openForCommand } from '../server/src/commands/open-for-command.ts'
import { createAccount } from '../server/src/create-account.ts'
import { createClient, operatorOf } from '../server/src/domain/accounts/index.ts'
import { builtProgram } from '../server/test/product/build.ts'
import { until } from '../server/test/product/processes.ts'
import {
  command,
  fetchToken,
  freePort,
  patientFetch,
  withoutRateLimits,
} from '../server/test/product/product.ts'
import { attributeLabel, createRenewable, type Account } from './account.ts'
import { findFakeClock } from './clock.ts'
import { catchMails, catchWebhooks, type Catcher } from './effects.ts'
import type { Options } from './options.ts'
import { Postgres } from './postgres.ts'
import { Process } from './process.ts'
import { Proxy } from './proxy.ts'

/** Two services and two workers on one database and one folder of files, and the world they write to. */
export class Stage {
  readonly folder: string
  readonly dataDir: string
  readonly postgres: Postgres
  /** The wires of the first service and worker: to the database, and of all workers to the relay and the webhooks. */
  readonly wires: { readonly database: Proxy; readonly relay: Proxy; readonly hooks: Proxy }
  readonly mails: Catcher
  readonly hooks: Catcher
  readonly services: readonly Process[]
  readonly workers: readonly Process[]
  /** The file that sets the clock of the second service and worker; null where that cannot be done. */
  readonly clockFile: string | null
  readonly hasSmallDisk: boolean
  readonly environment: Record<string, string>
  accounts: Account[] = []

  private constructor(parts: Parts) {
    this.folder = parts.folder
    this.dataDir = parts.dataDir
    this.postgres = parts.postgres
    this.wires = parts.wires
    this.mails = parts.mails
    this.hooks = parts.hooks
    this.hasSmallDisk = parts.hasSmallDisk
    this.environment = parts.environment
    const clock = parts.clockFile === null ? null : findFakeClock(parts.clockFile)
    this.clockFile = clock === null ? null : parts.clockFile
    const near = { ...parts.environment, DATABASE_URL: parts.postgres.url() }
    const wired = { ...near, DATABASE_URL: parts.postgres.url(parts.wires.database.port) }
    const far = { ...near, ...clock }
    const [one = 0, two = 0, three = 0, four = 0] = parts.ports
    this.services = [
      new Process('service 1', 'serve', one, { ...wired, WORKER_IN_PROCESS: 'false' }),
      new Process('service 2', 'serve', two, { ...far, WORKER_IN_PROCESS: 'false' }),
    ]
    this.workers = [
      new Process('worker 1', 'worker', three, wired),
      new Process('worker 2', 'worker', four, far),
    ]
  }

  static async open(options: Options): Promise<Stage> {
    // Before anything is started that would stay behind.
    builtProgram()
    const folder = mkdtempSync(path.join(tmpdir(), 'vigie-torture-'))
    execFileSync('chmod', ['755', folder])
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir)
    const hasSmallDisk = options.kinds.includes('disk') && mountSmallDisk(dataDir)
    const postgres = await Postgres.create(path.join(folder, 'postgres'))
    await postgres.ask('create database vigie', [], 'postgres')
    const [mails, hooks] = [await catchMails(), await catchWebhooks()]
    const wires = {
      database: await Proxy.open(() => postgres.port),
      relay: await Proxy.open(() => mails.port),
      hooks: await Proxy.open(() => hooks.port),
    }
    const clockFile = options.kinds.includes('clock') ? path.join(folder, 'clock') : null
    if (clockFile !== null) writeFileSync(clockFile, '+0')
    const environment = environmentOf(dataDir, wires)
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
    const stage = new Stage({
      folder,
      dataDir,
      postgres,
      wires,
      mails,
      hooks,
      hasSmallDisk,
      environment,
      clockFile,
      ports,
    })
    try {
      await stage.#begin(options.accounts)
      return stage
    } catch (error) {
      await stage.close()
      throw error
    }
  }

  get processes(): readonly Process[] {
    return [...this.services, ...this.workers]
  }

  /** A command of the product, with the settings of the services. */
  command(args: readonly string[], input?: string, more: Record<string, string> = {}) {
    return command(args, { ...this.environment, DATABASE_URL: this.postgres.url(), ...more }, input)
  }

  /** Until everything answers again by itself. */
  async whenReady(): Promise<void> {
    for (const process of this.processes)
      await until(`${process.name} to be ready`, () => process.isReady(), 180_000)
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()))
    await this.postgres.stop()
    for (const wire of Object.values(this.wires)) await wire.close()
    this.mails.close()
    this.hooks.close()
    if (this.hasSmallDisk) execFileSync('umount', ['--lazy', this.dataDir])
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #begin(count: number): Promise<void> {
    const [first] = this.services
    first?.start()
    await until('the first service', async () => (await first?.isReady()) ?? false, 180_000)
    for (const process of this.processes) if (process !== first) process.start()
    await this.#createAccounts(count)
    await this.whenReady()
    await this.#prepareAccounts()
  }

  /** In this process: a command for each would take longer than the rest of the set-up. */
  async #createAccounts(count: number): Promise<void> {
    Object.assign(process.env, this.environment, { DATABASE_URL: this.postgres.url() })
    const { db, close } = await openForCommand()
    for (let nth = 1; nth <= count; nth += 1) {
      const { accountId, ...credentials } = await db.system(async (tx) => {
        const made = await createAccount(tx, { name: `Torture ${nth}`, kind: 'PRODUCTION' })
        const client = { name: 'writers', scopes: ['ADMIN', 'MANAGER', 'REVIEWER'] as const }
        return { ...made, ...(await createClient(tx, operatorOf(made.accountId), client)) }
      })
      this.accounts.push(createRenewable(accountId, () => this.#fetchToken(credentials)))
    }
    await close()
  }

  async #fetchToken(credentials: { clientId: string; clientSecret: string }): Promise<string> {
    let reason: unknown
    for (let nth = 0; nth < 600; nth += 1) {
      const { baseUrl = '' } = this.services[nth % this.services.length] ?? {}
      const token = await fetchToken(baseUrl, credentials).catch((error: unknown) => {
        reason = error
        return null
      })
      if (token !== null) return token
      await delay(200)
    }
    throw new Error('Nobody gave a token.', { cause: reason })
  }

  async #prepareAccounts(): Promise<void> {
    for (const account of this.accounts) {
      await account.renew('')
      await this.#post(account, '/attributes', { label: attributeLabel, type: 'decimal' })
    }
    const [first] = this.accounts
    const url = `http://127.0.0.1:${this.wires.hooks.port}/`
    if (first) await this.#post(first, '/webhooks', { url })
  }

  async #post({ accountId, token }: Account, to: string, body: object): Promise<void> {
    const answer = await patientFetch(`${this.services[0]?.baseUrl}/api/v1/account/${accountId}${to}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
  }
}

interface Parts {
  readonly folder: string
  readonly dataDir: string
  readonly postgres: Postgres
  readonly wires: Stage['wires']
  readonly mails: Catcher
  readonly hooks: Catcher
  readonly hasSmallDisk: boolean
  readonly environment: Record<string, string>
  readonly clockFile: string | null
  readonly ports: readonly number[]
}

function environmentOf(dataDir: string, wires: Stage['wires']): Record<string, string> {
  return {
    ...withoutRateLimits,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://vigie.example',
    VIGIE_SAMPLE_REGISTERS: 'allow',
    VIGIE_SECRET_KEY: randomBytes(32).toString('base64'),
    VIGIE_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_FILES_PER_SECOND: '100000',
    RATE_BAD_TOKENS_PER_SECOND: '100000',
    SHED_LOOP_DELAY_MS: '30000',
    SMTP_URL: `smtp://127.0.0.1:${wires.relay.port}`,
    MAIL_FROM: 'vigie@torture.example',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_REQUESTS_AT_ONCE: '16',
    WORKER_CONCURRENCY: '4',
  }
}

/** Files of the product on a disk that can be filled in a moment; false where mounting is refused. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
