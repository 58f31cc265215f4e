import type { Score, Subject } from '@vigie/matching'
import type { ListEntry } from '@vigie/watchlists'

/** The version of a list that is in force for the run. */
export interface ListVersion {
  readonly listId: number
  readonly version: number
}

/** With whom it comes from, which decides who is asked. */
export interface SourcedList extends ListVersion {
  readonly source: string
}

interface Question {
  /** Whose own lists may be read, besides the published ones. */
  readonly accountId: number
  readonly subjects: readonly Subject[]
  readonly threshold: number
}

/** Which entries of these lists each subject may be. */
export interface MatchQuestion extends Question {
  readonly kind: 'MATCH'
  readonly lists: readonly ListVersion[]
}

/** Which subjects may be an entry that is new or worded anew in this version of a list. */
export interface TouchQuestion extends Question {
  readonly kind: 'TOUCH'
  readonly list: ListVersion
}

export interface EntryMatch extends Pick<Score, 'score' | 'ours' | 'theirs' | 'reasons'> {
  readonly listId: number
  readonly entryKey: string
  /** What a service told of it; of a list that was imported it is known. */
  readonly entry?: ListEntry
}

/** For each subject, in the order they were given. */
export interface MatchAnswer {
  readonly matches: readonly (readonly EntryMatch[])[]
}

export interface TouchAnswer {
  readonly touched: readonly boolean[]
}

export type ToProcess =
  | { readonly kind: 'OPEN'; readonly url: string; readonly idleMs: number }
  | { readonly id: number; readonly question: MatchQuestion | TouchQuestion }

export type FromProcess =
  | { readonly id: number; readonly answer: MatchAnswer | TouchAnswer }
  | { readonly id: number; readonly fault: string }
