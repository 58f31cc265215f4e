export { judgeFile, unjudged, type JudgeOptions } from './seals/judge-file.ts'
export { TrustStore, type TrustAnchor } from './trust/trust-store.ts'
export type {
  ChangesAfter,
  FileVerdict,
  Integrity,
  Level,
  SealKind,
  SealVerdict,
  TimeSource,
  Trust,
} from './verdict.ts'
export type { Person } from './x509/names.ts'
