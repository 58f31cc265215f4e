export { ignoredHeading, readMark } from './cell-marks.ts'
export { checkText } from './check-row.ts'
export { unreadableCells } from './csv-rows.ts'
export { namesOfColumn, normalHeading } from './find-column.ts'
export type { ResolvedHeading } from './headings.ts'
export { expandScientific } from './identifier-cell.ts'
export { ImportError } from './import.schema.ts'
export { invalidMapping, parseMapping, type HeadingMapping } from './mapping.ts'
export { openUpload } from './open-upload.ts'
export { ImportPreview, previewColumns } from './preview.ts'
export { sendTemplateBook, sendTemplateCsv } from './send-template.ts'
export { explanationSheet, type TemplateField } from './template.ts'
export { leaveBody, tableTypes, uploadFormat } from './upload-format.ts'
export { eraseSender, faultListing, listedFault } from './imports.queries.ts'
export { importThirdParties } from './import.task.ts'
export { importsRoutes } from './imports.routes.ts'
export { processImport } from './process-import.ts'
export { prepareUpload } from './prepare-upload.ts'
export { importedAttributes, receiveImport } from './receive-import.ts'
export { spoolUpload, type Spooled } from './spool-upload.ts'
export { ImportElsewhere } from './import-step.ts'
export {
  duplicateRules,
  progressOf,
  type DuplicateRule,
  type ImportFormat,
  type ImportLimits,
  type PortfolioImport,
  type RowFault,
} from './import.ts'
