export { agentHeaders } from './agent-calls.ts'
export { noteFault } from './answers.ts'
export { parseByteRange, type RequestedRange } from './byte-range.ts'
export type { CsvValue } from './csv.ts'
export { fieldOf, namedColumns, type TableField } from './table-field.ts'
export { createTableExports, type SendTable, type TableColumn, type TableFile } from './table-exports.ts'
export {
  csvAnswer,
  csvLook,
  splitLook,
  workbookAnswer,
  workbookLook,
  workbookType,
  type TableFormat,
} from './table-look.ts'
export { createHttp, createProbes } from './create-http.ts'
export { outliveLostOutput, writerTo, type LogWriter } from './log-writer.ts'
export { createCursors, type Cursors, type Filters, type Position } from './cursor.ts'
export { etag, etagHeader, isUnchanged, requireMatch, versionCheck } from './etag.ts'
export { FailureBudget } from './failure-budget.ts'
export { eraseAnswers } from './erase-answers.ts'
export { originOf, missingStepUp, requestRights, requireStepUp } from './identity.ts'
export { SharedWrites } from './shared-writes.ts'
export { purgeIdempotencyKeys, sendJsonText, sendNothing, write, type WriteRoute } from './write-route.ts'
export { Problem } from './openapi.ts'
export type { ApiFacts } from './openapi-operations.ts'
export {
  defaultLimits,
  defaultRates,
  type AddressRefusal,
  type HttpLimits,
  type HttpOptions,
  type RatePolicies,
} from './options.ts'
export { createLimit, refuseByRate } from './rate-limits.ts'
export { PageOf, pageQuery, pageRequest, sortOf, sortQuery } from './paging.ts'
export { accountRoutes, registerWithRight } from './route-plan.ts'
export { namedObject, problem, type FieldProblems } from './schemas.ts'
export type {
  HttpApp,
  HttpRoutes,
  Identity,
  Principal,
  RouteRight,
  StepUpDemand,
  BarReason,
  StepUpMethod,
} from './types.ts'
export {
  asOfQuery,
  dateSchema,
  recordId,
  dateTimeSchema,
  eventFilterQuery,
  EventSchema,
  nonBlankLine,
  MatchedEvents,
  nullable,
  pastMembers,
  pathId,
  singleLine,
} from './wire-schemas.ts'
export type { Rate } from '../limits/index.ts'
export { parseJson } from './json-body.ts'
export { createLogger, logDestination } from './logger.ts'
export { logOutside } from './outside.ts'
