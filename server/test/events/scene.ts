import type { EventName } from '../../src/platform/journal/index.ts'
import type { Stage } from './stage.ts'

/** Something that happens in an account, and what the journal must tell of it. */
export interface Scene {
  readonly title: string
  readonly names: readonly EventName[]
  readonly play: (stage: Stage) => Promise<void>
}
