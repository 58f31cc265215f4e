export { attachmentDisposition } from './content-disposition.ts'
export { localStore } from './local-store.ts'
export { newObjectKey } from './object-key.ts'
export type {
  ByteRange,
  ListedObject,
  ObjectStore,
  PresignOptions,
  PutOptions,
  StoredObject,
} from './object-store.ts'
export { s3Store, type S3StoreOptions } from './s3-store.ts'
export { signLink, verifyLink, type LinkClaims } from './signed-link.ts'
export {
  ObjectKeyInvalid,
  ObjectNotFound,
  ObjectStoreError,
  ObjectTooLarge,
  RangeNotSatisfiable,
  StoreFull,
  StoreUnavailable,
} from './store-errors.ts'
