import path from 'node:path'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { ConfigurationError } from './config-readers.ts'
import { openFileKeys } from './open-file-keys.ts'
import type { Db } from './platform/db/index.ts'
import {
  createEncryptedStore,
  localStore,
  reportOutcomes,
  s3Store,
  StoreMisconfigured,
  watchStore,
  type ObjectStore,
  type StoreWatch,
} from './platform/files/index.ts'
import { addGauge } from './platform/metrics/index.ts'

/** Files of evidence: a folder of ours, or any store that speaks S3; encrypted unless they need not be. */
export async function openStore(
  config: Config,
  { db, secretKey }: { readonly db: Db; readonly secretKey: Uint8Array },
): Promise<ObjectStore> {
  const keys = await openFileKeys(config, secretKey)
  const inner = reportOutcomes(await openBareStore(config))
  return createEncryptedStore({ inner, db, keys, encrypting: config.fileEncryption.on })
}

/** The files as they lie there: what is encrypted stays so. */
export async function openBareStore({ s3, dataDir }: Config): Promise<ObjectStore> {
  if (s3 === null) return localStore({ root: path.join(dataDir, 'files') })
  const { bucket, region, prefix, forcePathStyle, endpoint, accessKeyId, secretAccessKey } = s3
  return s3Store({
    bucket,
    region,
    prefix,
    forcePathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(accessKeyId === null ? {} : { accessKeyId }),
    ...(secretAccessKey === null ? {} : { secretAccessKey }),
  })
}

interface StoreLog {
  info(values: object, message: string): void
  error(values: object, message: string): void
}

/**
 * At a start, in earnest: what only a setting or a right can mend ends the start with a sentence; a store that merely does
 * not answer may come back, and keeps nothing else from working.
 */
export async function proveStore(store: ObjectStore, log: StoreLog): Promise<void> {
  try {
    await store.check({ writes: true })
  } catch (error) {
    if (error instanceof StoreMisconfigured) throw new ConfigurationError(error.message)
    log.error({ err: error }, error instanceof Error ? error.message : 'The files cannot be stored.')
  }
}

/** For probes and metrics; the log is asked for only when there is something to tell. */
export function watchFiles(store: ObjectStore, registry: Registry, log: () => StoreLog): StoreWatch {
  const watch = watchStore(store, (fault) => {
    if (fault === null) log().info({}, 'The file store answers again.')
    else log().error({ err: fault }, fault.message)
  })
  addGauge(registry, 'files_up', 'Whether the file store answered the last probe', () => Number(watch.isUp))
  return watch
}
