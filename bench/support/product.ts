import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct as start,
  withoutRateLimits,
} from '../../server/test/product/product.ts'

export { freePort } from '../../server/test/product/product.ts'

export interface Product {
  baseUrl: string
  accountId: number
  /** Superuser of its database, to fill it quickly. */
  adminUrl: string
  token: string
  pid: number
  secondsToReady: number
  stop(): Promise<void>
}

/** The product as people start it, in a folder of its own (or a given one), without rate limits. */
export async function startProduct(
  dataDir?: string,
  env: Record<string, string> = {},
): Promise<Product & { dataDir: string }> {
  const folder = dataDir ?? (await freshFolder())
  const product = await start({ dataDir: folder, env: { ...withoutRateLimits, ...env } })
  const { baseUrl, pid, secondsToReady } = product
  const credentials = await demoCredentials(folder)
  return {
    baseUrl,
    accountId: credentials.accountId,
    adminUrl: await adminUrlOf(folder),
    token: await fetchToken(baseUrl, credentials),
    pid,
    secondsToReady,
    dataDir: folder,
    stop: async () => {
      await product.stop()
      if (dataDir === undefined) await removeFolder(folder)
    },
  }
}
