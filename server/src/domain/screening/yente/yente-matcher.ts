import { prepare, scorePrepared, type PreparedSubject, type Reason } from '@vigie/matching'
import { readFtmEntry, type FtmClass } from '@vigie/watchlists'
import type { EntryMatch, MatchAnswer, SourcedList } from '../matcher/matcher-messages.ts'
import type { Matcher } from '../matcher/matcher.ts'
import { YenteFault, type Yente, type YenteMatches, type YenteQuestion } from './yente-client.ts'
import { yenteQuery } from './yente-query.ts'

export interface YenteService {
  readonly yente: Yente
  readonly datasets: Readonly<Record<FtmClass, string | null>>
  /** From which score of the service on its answers are looked at. */
  readonly threshold: number
  readonly versionHours: number
}

/** Under which names its datasets stand among the lists. */
export const yenteSources = {
  SANCTIONS: 'YENTE_SANCTIONS',
  EXPOSED_PERSONS: 'YENTE_EXPOSED_PERSONS',
} as const satisfies Record<FtmClass, string>

const yenteClasses = Object.keys(yenteSources) as FtmClass[]

const classOf = (source: string) => yenteClasses.find((it) => yenteSources[it] === source)

export const isYenteList = ({ source }: Pick<SourcedList, 'source'>) => classOf(source) !== undefined

type Question = Parameters<Matcher['match']>[0]

/**
 * Lists that are imported are searched by our own process, those of the service by the service. Whoever answers for a
 * list must answer: without it there is no result at all.
 */
export function matchWithYente(local: Matcher, service: YenteService | null): Matcher {
  return {
    touch: (question) => local.touch(question),
    stop: () => local.stop(),
    match: async (question): Promise<MatchAnswer> => {
      const matches: EntryMatch[][] = question.subjects.map(() => [])
      const add = (found: MatchAnswer['matches']) => {
        for (const [place, one] of found.entries()) matches[place]?.push(...one)
      }
      for (const list of question.lists.filter(isYenteList)) {
        if (service === null) throw new YenteFault(`Nobody is configured to answer for ${list.source}.`)
        add(await matchInDataset(service, list, question))
      }
      const lists = question.lists.filter((list) => !isYenteList(list))
      if (lists.length > 0) add((await local.match({ ...question, lists })).matches)
      return { matches: matches.map((found) => found.toSorted((a, b) => b.score - a.score)) }
    },
  }
}

const queriesAtOnce = 50
const fewResults = 10
const mostResults = 500

async function matchInDataset(
  { yente, datasets, threshold }: YenteService,
  list: SourcedList,
  question: Question,
): Promise<EntryMatch[][]> {
  const wanted = classOf(list.source)
  const dataset = wanted === undefined ? null : datasets[wanted]
  if (wanted === undefined || dataset === null) {
    throw new YenteFault(`Nobody is configured to answer for ${list.source}.`)
  }
  // Below both: what the service holds to be unlike may be alike to us.
  const asked = { dataset, threshold: Math.min(threshold, question.threshold) }
  const found: EntryMatch[][] = []
  for (let from = 0; from < question.subjects.length; from += queriesAtOnce) {
    const subjects = question.subjects.slice(from, from + queriesAtOnce)
    const answers = await askWholly(yente, { ...asked, queries: subjects.map(yenteQuery), limit: fewResults })
    for (const [place, subject] of subjects.entries()) {
      const results = answers[place]?.results ?? []
      const own = prepare(subject)
      const compare = (result: Result) => matchOf(own, result, { list, wanted })
      found.push(results.flatMap((it) => compare(it) ?? []).filter((it) => it.score >= question.threshold))
    }
  }
  return found
}

/** Whose results did not fit is asked for again alone: known ones must not keep new ones out. */
async function askWholly(yente: Yente, question: YenteQuestion): Promise<YenteMatches[]> {
  const answers = await yente.match(question)
  for (const [place, { results, total }] of answers.entries()) {
    const query = question.queries[place]
    if (total <= results.length || query === undefined) continue
    const [all] = await yente.match({ ...question, queries: [query], limit: mostResults })
    if (all) answers[place] = all
  }
  return answers
}

type Result = YenteMatches['results'][number]

/**
 * Compared by our engine, so that every hit has the same reasons; the score is the higher of the two, for what either
 * finds alike somebody must look at.
 */
function matchOf(
  own: PreparedSubject,
  result: Result,
  { list, wanted }: { list: SourcedList; wanted: FtmClass },
): EntryMatch | null {
  const entry = readFtmEntry(result, wanted)
  if (!entry) return null
  const { score: ourScore, ours, theirs, reasons } = scorePrepared(own, prepare(entry))
  const score = Math.max(ourScore, round(result.score))
  return {
    listId: list.listId,
    entryKey: entry.id,
    score,
    reasons: [...reasons, serviceReason(result.score, round(score - ourScore))],
    ...(ours !== undefined && { ours }),
    ...(theirs !== undefined && { theirs }),
    entry,
  }
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

function serviceReason(score: number, points: number): Reason {
  const effect = points > 0 ? 'FOR' : 'NEUTRAL'
  return { kind: 'SERVICE_SCORE', effect, theirs: String(Math.round(score * 100)), points }
}
