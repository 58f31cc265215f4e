export {
  codeTrustInForce,
  codeTrustOf,
  type CodeTrustInForce,
  type NamedCertificate,
} from './code-trust.queries.ts'
export { importCodeTrust, type CodeTrustImport } from './import-code-trust.ts'
export { importTrust, TrustImportError, type TrustImport } from './import-trust.ts'
export { staleFrom, trustInForce, type TrustVersion } from './trust-lists.queries.ts'
export { TrustedLists, viewTrustedLists } from './trusted-lists.view.ts'
export { sealTrustRoutes } from './seal-trust.routes.ts'
export { trustOf, type TrustInForce } from './trust-of.ts'
