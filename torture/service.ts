import { killBackend, killPostmaster } from '../server/test/product/kills.ts'
import {
  demoCredentials,
  fetchToken,
  freePort,
  freshFolder,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type Product,
} from '../server/test/product/product.ts'
import type { Target } from '../server/test/product/writers.ts'

export const faults = ['service', 'postmaster', 'backend', 'both', 'both, database first'] as const
export type Fault = (typeof faults)[number]

/** One data folder and one address for the whole run, and whatever process serves them now. */
export class Service {
  readonly dataDir: string
  readonly target: Target
  readonly #port: number
  #product: Product

  private constructor(dataDir: string, port: number, product: Product, target: Target) {
    this.dataDir = dataDir
    this.#port = port
    this.#product = product
    this.target = target
  }

  static async start(): Promise<Service> {
    const dataDir = await freshFolder()
    const port = await freePort()
    const product = await startProduct({ dataDir, port, env: withoutRateLimits })
    const { accountId } = await demoCredentials(dataDir)
    const service = new Service(dataDir, port, product, { baseUrl: product.baseUrl, accountId, token: '' })
    await service.renewToken()
    return service
  }

  /** Tokens live an hour, this run may live longer. */
  async renewToken(): Promise<void> {
    this.target.token = await fetchToken(this.target.baseUrl, await demoCredentials(this.dataDir))
  }

  /** Kills, and starts again what does not do so by itself. */
  async suffer(fault: Fault): Promise<void> {
    if (fault === 'backend') return killBackend(this.dataDir)
    if (fault === 'postmaster' || fault === 'both, database first') await killPostmaster(this.dataDir)
    if (fault === 'postmaster') return
    await this.#product.stop('SIGKILL')
    if (fault === 'both') await killPostmaster(this.dataDir)
    this.#product = await startProduct({ dataDir: this.dataDir, port: this.#port, env: withoutRateLimits })
  }

  get hasEnded(): boolean {
    return this.#product.hasExited()
  }

  async end(): Promise<void> {
    await this.#product.stop()
    await removeFolder(this.dataDir)
  }
}
