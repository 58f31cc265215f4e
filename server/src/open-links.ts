import { hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'
import { fileLinks, type FileLinks } from './domain/evaluation/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import type { Clock } from './platform/kernel/index.ts'

interface LinkParts {
  readonly config: Config
  readonly publicUrl: string
  readonly secretKey: Uint8Array
  readonly clock: Clock
  readonly store: ObjectStore
}

/** Made alike by the service, which checks links, and by its workers, which hand some out. */
export function openLinks({ config, publicUrl, secretKey, clock, store }: LinkParts): FileLinks {
  const secret = new Uint8Array(hkdfSync('sha256', secretKey, '', 'file links', 32))
  return fileLinks({ secret, publicUrl, clock, store, ...config.links })
}
