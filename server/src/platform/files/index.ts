export { checkFileName, maxFileNameBytes, type FileNameCheck } from './check-file-name.ts'
export {
  clamdScanner,
  isTestVirus,
  ScannerUnavailable,
  testVirusBytes,
  type ClamdOptions,
  type Scanner,
  type ScanResult,
} from './clamd.ts'
export { attachmentDisposition } from './content-disposition.ts'
export { createEncryptedStore, type FileKeys } from './encryption/encrypted-store.ts'
export { listFileKeys } from './encryption/file-keys.queries.ts'
export {
  beginRotation,
  countFiles,
  resealFiles,
  resealUnderSameKeys,
  type StartedRotation,
  type Resealed,
} from './encryption/rotate-file-keys.ts'
export { localStore } from './local-store.ts'
export {
  FileKeyMissing,
  newObjectKey,
  ObjectKeyInvalid,
  ObjectNotFound,
  ObjectStoreError,
  ObjectTooLarge,
  RangeNotSatisfiable,
  StoreFull,
  StoreMisconfigured,
  StoreUnavailable,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
  type PresignOptions,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'
export { reportOutcomes } from './reporting-store.ts'
export { s3Store, type S3StoreOptions } from './s3-store.ts'
export { signLink, verifyLink, type LinkClaims } from './signed-link.ts'
export { storedContent } from './stored-content.ts'
export { FileIntegrityFailure, openVerifiedStream, type VerifiedReadOptions } from './verified-stream.ts'
export { watchStore, type StoreWatch } from './watch-store.ts'
export { zipEntryNames, type NamedFile } from './zip/zip-names.ts'
export { zipPlan, type ZipEntry, type ZipPlan } from './zip/zip-plan.ts'
export { zipStream, type OpenEntry } from './zip/zip-stream.ts'
