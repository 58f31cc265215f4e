export { eraseSender, faultListing, listedFault } from './imports.queries.ts'
export { importThirdParties } from './import.task.ts'
export { importsRoutes } from './imports.routes.ts'
export { processImport } from './process-import.ts'
export { prepareUpload } from './prepare-upload.ts'
export { importedAttributes, receiveImport } from './receive-import.ts'
export { spoolUpload } from './spool-upload.ts'
export { ImportElsewhere } from './import-step.ts'
export {
  duplicateRules,
  progressOf,
  type DuplicateRule,
  type ImportFormat,
  type ImportLimits,
  type PortfolioImport,
} from './import.ts'
