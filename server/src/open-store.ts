import path from 'node:path'
import type { Config } from './config.ts'
import { openFileKeys } from './open-file-keys.ts'
import type { Db } from './platform/db/index.ts'
import { createEncryptedStore, localStore, s3Store, type ObjectStore } from './platform/files/index.ts'

/** Files of evidence: a folder of ours, or any store that speaks S3; encrypted unless they need not be. */
export async function openStore(
  config: Config,
  { db, secretKey }: { readonly db: Db; readonly secretKey: Uint8Array },
): Promise<ObjectStore> {
  const keys = await openFileKeys(config, secretKey)
  const inner = await openInner(config)
  return createEncryptedStore({ inner, db, keys, encrypting: config.fileEncryption.on })
}

function openInner({ s3, dataDir }: Config): Promise<ObjectStore> {
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
