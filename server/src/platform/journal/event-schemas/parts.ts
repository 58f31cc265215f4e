import { Type, type TProperties, type TSchema } from 'typebox'

// Objects stay open to readers: a member may be added to an event, and none is ever taken away. That nothing is
// written which is not described here is checked by the compiler and by the tests.

const agent = Type.Optional(
  Type.String({ description: 'The program that acted for the actor through MCP; absent otherwise.' }),
)

/** What one event says. Its title names it among the components of the API’s description. */
export function eventData<P extends TProperties>(title: string, properties: P, description?: string) {
  return Type.Object({ ...properties, agent }, { title, ...(description && { description }) })
}

export function orNull<S extends TSchema>(schema: S, description: string) {
  return Type.Union([schema, Type.Null()], { description })
}

export const id = (description: string) => Type.Integer({ description })
export const ids = (description: string) => Type.Array(Type.Integer(), { description })
export const text = (description: string) => Type.String({ description })
export const texts = (description: string) => Type.Array(Type.String(), { description })
export const flag = (description: string) => Type.Boolean({ description })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const oneOf = <V extends string[]>(values: readonly [...V], description: string) =>
  Type.Enum<V>(values, { description })

export const day = (description: string) =>
  Type.String({ description: `${description} (YYYY-MM-DD).`, examples: ['2026-03-31'] })
export const dayOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description} (YYYY-MM-DD).` })
export const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
export const idOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

/** In shapes of a name that has kinds: this one has none, so that readers can tell them apart by one member. */
export const noKind = Type.Optional(Type.Null({ description: 'Absent here; other shapes have one.' }))
export const kindOf = <const K extends string>(kind: K) =>
  Type.Literal(kind, { description: 'Tells the shapes of this event apart.' })

/** The same members before and after. */
export function beforeAfter<P extends TProperties>(properties: P) {
  return {
    before: Type.Object(properties, { description: 'What it was.' }),
    after: Type.Object(properties, { description: 'What it is now.' }),
  }
}

/** Where words of a person may have been the only change: gone when that person was erased. */
export function erasableBeforeAfter<P extends TProperties>(properties: P) {
  const { before, after } = beforeAfter(properties)
  return { before: Type.Optional(before), after: Type.Optional(after) }
}

export const wasArchived = beforeAfter({ archived: flag('Whether it is archived.') })

export const responseId = id('The answer.')
export const responseStates = [
  'DRAFT',
  'CHECKING',
  'PENDING',
  'ACCEPTED',
  'DENIED',
  'EXPIRED',
  'SUPERSEDED',
  'INTERRUPTED',
  'DELETED',
] as const
export const responseState = oneOf(responseStates, 'A state of the answer.')

export const comment = Type.Optional(
  textOrNull(
    'What the person wrote; null if nothing or if the reader may not see it, absent once that person was erased.',
  ),
)

const Party = Type.Union([Type.Object({ userId: id('A user.') }), Type.Object({ teamId: id('A team.') })])

/** In whose name a third party or a dossier is, and who follows it. */
export const ownerShape = {
  kind: kindOf('OWNER'),
  ...beforeAfter({ owner: Type.Union([Party, Type.Null()], { description: 'A user, a team, or nobody.' }) }),
}
export const followersShape = {
  kind: kindOf('FOLLOWERS'),
  added: Type.Array(Party, { description: 'Who follows it from now on.' }),
  removed: Type.Array(Party, { description: 'Who follows it no more.' }),
}

/** What another system calls a third party or a dossier. */
export const referenceShape = {
  kind: kindOf('REFERENCE'),
  system: text('The other system.'),
  ...beforeAfter({ value: textOrNull('What that system calls it; null for nothing.') }),
}
