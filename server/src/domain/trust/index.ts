export { importTrust, TrustImportError, type TrustImport } from './import-trust.ts'
export { sealTrustRoutes } from './seal-trust.routes.ts'
export { trustOf, type TrustInForce } from './trust-of.ts'
