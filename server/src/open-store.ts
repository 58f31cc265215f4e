import path from 'node:path'
import type { Config } from './config.ts'
import { localStore, s3Store, type ObjectStore } from './platform/files/index.ts'

/** Files of evidence: a folder of ours, or any store that speaks S3. */
export function openStore({ s3, dataDir }: Config): Promise<ObjectStore> {
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
