import { documentStatus, type Binder, type CompanyLife, type Paper } from './company-life.ts'
import { dayAfter, type Day } from './days.ts'

/** A piece somebody must still send: one document, or any one of a group. */
export interface Piece {
  readonly papers: readonly { readonly place: string; readonly code: string }[]
  readonly late: boolean
  /** The last day on which it was asked for, or asked for anew. */
  readonly since: Day
  /** The last days of the answers in force that it is to renew. */
  readonly ends: readonly Day[]
}

/** What is asked of the company on a day, as far as the themes go; what two dossiers ask is one piece. */
export function askedOn(life: CompanyLife, themes: readonly string[], day: Day): Piece[] {
  const pieces = new Map<string, Piece>()
  for (const binder of life.binders) {
    for (const paper of binder.papers) {
      if (themes.length > 0 && !themes.includes(paper.theme)) continue
      if (!isAsked(life, binder, paper, day)) continue
      const key = paper.group === null ? paper.code : `${binder.place}/${paper.group}`
      const known = pieces.get(key)
      const isValid = documentStatus(life, paper, day) === 'VALID'
      const end = isValid ? (paper.answer?.endsOn ?? null) : null
      pieces.set(key, {
        papers: [...(known?.papers ?? []), { place: binder.place, code: paper.code }],
        since: latest(known?.since ?? '', askedSince(binder, paper)),
        // What has ended was due by then, whenever its dossier was opened.
        late: (known?.late ?? false) || (paper.answer?.endsOn ?? binder.dueOn) < day,
        ends: [...(known?.ends ?? []), ...(end === null ? [] : [end])],
      })
    }
  }
  return [...pieces.values()]
}

/** Nobody outside sends what is internal or what the service checks by itself, nor a second answer where one of the group is there. */
function isAsked(life: CompanyLife, binder: Binder, paper: Paper, day: Day): boolean {
  if (paper.byService || paper.internal || !paper.required) return false
  const status = documentStatus(life, paper, day)
  const settled = binder.papers.some(
    (other) =>
      other !== paper &&
      other.group !== null &&
      other.group === paper.group &&
      documentStatus(life, other, day) === 'VALID',
  )
  return !settled && (status !== 'VALID' || (paper.answer?.askedAnewOn ?? null) !== null)
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other)

/** With the dossier, with the request to renew, or, where none came before, with the day after its end. */
function askedSince({ openedOn }: Binder, { answer }: Paper): Day {
  const ended = answer?.expired && answer.endsOn !== null ? dayAfter(answer.endsOn, 1) : openedOn
  return latest(openedOn, answer?.askedAnewOn ?? ended)
}
