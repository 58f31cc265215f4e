import type { Row } from './operations.ts'
import type { components } from './schema.gen.ts'

/** An event of the journal. Where its kinds are described one by one, `eventName` tells which `data` it has. */
export type VigieEvent = components['schemas'] extends { Event: infer Known } ? Known : Row<'readEvents'>
export type EventName = VigieEvent['eventName']
