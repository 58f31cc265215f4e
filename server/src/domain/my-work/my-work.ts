import type { ReadTx } from '../../platform/db/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { actionsToVerify } from './actions.source.ts'
import { stepsToDecide } from './approvals.source.ts'
import { lateDossiers } from './dossiers.source.ts'
import { mentionsToRead } from './mentions.source.ts'
import { answersToReview } from './review.source.ts'
import { tasksToDo } from './tasks.source.ts'
import { maxCounted, type WorkEntry, type WorkPlace, type WorkReader } from './work-source.ts'

/**
 * What can wait for somebody, one file each. New kinds come last: at one moment things wait in this order, and cursors
 * name a kind by its place.
 */
const sources = [
  lateDossiers,
  tasksToDo,
  answersToReview,
  mentionsToRead,
  stepsToDecide,
  actionsToVerify,
] as const
export const workKinds = ['DOSSIER', 'TASK', 'REVIEW', 'MENTION', 'APPROVAL', 'ACTION_TO_VERIFY'] as const
export type WorkKind = (typeof workKinds)[number]

export interface WorkItem extends WorkEntry {
  readonly kind: WorkKind
}

interface WorkPage {
  readonly content: WorkItem[]
  readonly last: Position | null
}

interface WorkQuery {
  readonly size: number
  readonly after: Position | null
  readonly kinds: readonly WorkKind[]
}

/** The most urgent first: a page of each kind is read at most, and the page is put together of those. */
export async function readWork(
  tx: ReadTx,
  reader: WorkReader,
  { size, after, kinds }: WorkQuery,
): Promise<WorkPage> {
  const pages = await Promise.all(
    chosenSources(kinds).map(async ({ source, kind, place }) => {
      const window = { size: size + 1, after: after && placeFor(place, after) }
      return (await source.read(tx, reader, window)).map((entry) => ({ ...entry, kind, place }))
    }),
  )
  const found = pages.flat().toSorted(compareUrgency)
  const content = found.slice(0, size)
  const end = found.length > size ? content.at(-1) : undefined
  return { content, last: end ? [end.at, end.place, end.id] : null }
}

/** How many of each kind, as far as it is worth counting. */
export function countWork(
  tx: ReadTx,
  reader: WorkReader,
): Promise<{ kind: WorkKind; count: number; more: boolean }[]> {
  return Promise.all(
    chosenSources(workKinds).map(async ({ source, kind }) => {
      const { total, totalIsExact } = await source.count(tx, reader, maxCounted)
      return { kind, count: total, more: !totalIsExact }
    }),
  )
}

const chosenSources = (kinds: readonly WorkKind[]) =>
  sources.flatMap((source, place) => {
    const kind = workKinds.find((one) => one === source.kind)
    return kind !== undefined && kinds.includes(kind) ? [{ source, kind, place }] : []
  })

function placeFor(place: number, [at, reached, id]: Position): WorkPlace {
  const kind = Number(reached) === place ? 'own' : Number(reached) < place ? 'earlier' : 'later'
  return { at: String(at), id: Number(id), kind }
}

interface Placed {
  readonly at: string
  readonly place: number
  readonly id: number
}

function compareUrgency(one: Placed, other: Placed): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.place - other.place || one.id - other.id
}
