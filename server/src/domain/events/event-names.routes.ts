import { Type } from 'typebox'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { eventExamples, eventMeanings, eventSchemas, eventTypes } from '../../platform/journal/index.ts'

const anyObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

const EventKind = Type.Object(
  {
    eventName: Type.String(),
    resourceType: Type.Enum(['THIRD_PARTY', 'DOSSIER', 'DOCUMENT']),
    meaning: Type.String({ description: 'What it tells, in one sentence, in English.' }),
    dataSchema: anyObject('What `data` holds, as a JSON Schema.'),
    examples: Type.Array(anyObject('What `data` held once.')),
  },
  { title: 'EventKind' },
)

const route = {
  config: { right: 'public' },
  schema: {
    operationId: 'listEventNames',
    tags: ['Events'],
    summary: 'The names of all events, and what each of them says',
    description:
      'The same for every account, and for anybody to read: for those who choose events for a webhook or check what they receive.',
    response: { 200: Type.Object({ content: Type.Array(EventKind) }) },
  },
} as const

/** What events there are. */
export const namesRoutes: HttpRoutes = async (app) => {
  const content = eventTypes.map(({ name, resourceType }) => ({
    eventName: name,
    resourceType,
    meaning: eventMeanings[name],
    dataSchema: { ...eventSchemas[name] },
    examples: eventExamples[name].map((example: object) => ({ ...example })),
  }))
  app.get('/event-names', route, () => ({ content }))
}
