export type { AnchorTarget, TargetName } from './anchor.ts'
export { targetStates, type TargetState } from './anchors.queries.ts'
export { anchorsRoutes } from './anchors.routes.ts'
export {
  chainsOf,
  deliverAnchors,
  enqueueAnchoring,
  operatorKey,
  runAnchoring,
} from './deliver-anchors.task.ts'
export { gatherEvidence, judgeStamps, type Evidence, type StampVerdict } from './gather-evidence.ts'
export { mailTarget } from './mail-target.ts'
export { objectLockTarget, type ObjectLockTarget } from './object-lock-target.ts'
export type { Extent } from './sample.ts'
export { readStamps, type Stamp } from './time-stamp/stamp-file.ts'
export { certificatesIn, timeStampTarget } from './time-stamp/time-stamp-target.ts'
export { webhookTarget } from './webhook-target.ts'
