/** What the journal keeps of a change: names and values before and after, never a secret. */
export type EventData = Record<string, unknown>

/** The detail of an event as stored; `sealed` are words about people, each box closed with its person's key. */
export interface StoredWords {
  actor?: string
  data?: EventData
  sealed?: readonly { person: string; box: string }[]
}
