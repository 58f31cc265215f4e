export { AnswerCache } from './answer-cache.ts'
export { createOutbound } from './outbound.ts'
export type { Outbound, OutboundAnswer, OutboundOptions, OutboundRequest } from './types.ts'
