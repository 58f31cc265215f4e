export { ContentCutShort, type Content } from './byte-source.ts'
export {
  acceptedExtensions,
  checkDeclared,
  fileKinds,
  kindOfName,
  type Declared,
  type Family,
  type FileKind,
} from './file-kinds.ts'
export { checkFirstBytes, contradictsName, firstBytes, NameContradicted } from './first-bytes.ts'
export { inspectFile, type FileToInspect } from './inspect-file.ts'
export {
  defaultLimits,
  refusalCodes,
  type CleanVerdict,
  type InspectionLimits,
  type InspectionWarning,
  type RefusalCode,
  type RefusedVerdict,
  type Verdict,
} from './verdict.ts'
