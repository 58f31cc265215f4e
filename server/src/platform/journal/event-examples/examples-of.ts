import type { EventName } from '../event-names.ts'
import type { EventDataOf } from '../event-schemas/event-schemas.ts'

/** Of each name one example at least, and one for each of its shapes where they differ much. */
export type ExamplesOf<Names extends EventName> = {
  readonly [N in Names]: readonly [EventDataOf<N>, ...EventDataOf<N>[]]
}
