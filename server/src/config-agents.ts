import { Settings } from './config-readers.ts'

/** Where `vigie mcp` finds the service, and by what it is let in. */
export interface BridgeConfig {
  readonly url: string
  /** For who belongs to several accounts. */
  readonly accountId: number | null
  readonly credentials: BridgeCredentials
}

export type BridgeCredentials =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string }

export function readBridge(environment: NodeJS.ProcessEnv): BridgeConfig {
  const settings = new Settings(environment)
  const url = settings.url('VIGIE_URL', ['http', 'https'])
  if (url === null) settings.fault('VIGIE_URL is required: the address of the service.')
  const accountId = settings.integer('VIGIE_ACCOUNT', 0, { min: 1, max: Number.MAX_SAFE_INTEGER }) || null
  const credentials = readCredentials(settings)
  settings.settle()
  return { url: url ?? '', accountId, credentials }
}

function readCredentials(settings: Settings): BridgeCredentials {
  const token = settings.optional('VIGIE_TOKEN')
  const clientId = settings.optional('VIGIE_CLIENT_ID')
  const clientSecret = settings.optional('VIGIE_CLIENT_SECRET')
  if (token !== null) return { token }
  if (clientId === null || clientSecret === null)
    settings.fault('Give VIGIE_TOKEN, or VIGIE_CLIENT_ID and VIGIE_CLIENT_SECRET.')
  return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
}
