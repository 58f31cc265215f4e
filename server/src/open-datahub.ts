import type { Config } from './config.ts'
import { createAskProvider, createProviderSecrets, type AskProvider } from './domain/datahub/index.ts'

/** The way to providers that are asked over HTTP. */
export function openDataHub({ datahub }: Config, secretKey: Uint8Array): AskProvider {
  const { allowedOrigins, timeoutMs } = datahub
  return createAskProvider({ secrets: createProviderSecrets(secretKey), allowedOrigins, timeoutMs })
}
