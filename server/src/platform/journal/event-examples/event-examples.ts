import type { EventName } from '../event-names.ts'
import { documentExamples } from './documents.ts'
import { dossierExamples } from './dossiers.ts'
import type { ExamplesOf } from './examples-of.ts'
import { thirdPartyExamples } from './thirdparties.ts'

export const eventExamples: ExamplesOf<EventName> = {
  ...thirdPartyExamples,
  ...dossierExamples,
  ...documentExamples,
}
