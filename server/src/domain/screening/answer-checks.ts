import { createHash } from 'node:crypto'
import { engineVersion } from '@vigie/matching'
import type { ListClass } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { answerCheck, type CheckFinding } from '../evaluation/index.ts'
import type { FormEntry } from '../forms/index.ts'
import { canAnswer, type CountedLists, type ListInForce } from './lists-in-force.ts'
import type { ScreeningSettings } from './settings.ts'

/** Each check is answered by lists of its own class alone. */
const checksByClass = { SANCTIONS: 'SANCTIONS_CHECK', EXPOSED_PERSONS: 'PEP_CHECK' } as const
type AnsweredClass = keyof typeof checksByClass

interface Conditions {
  readonly settings: ScreeningSettings
  readonly counted: CountedLists
}

interface Standing {
  open: number
  trueMatches: number
  cleared: number
  /** Best score of what stands; null without any. */
  best: number | null
  /** Tells one set of subjects and decided hits from another. */
  print: string
}

/** Brings the documents that lists answer to what the hits of the company say now. */
export async function answerChecks(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  conditions: Conditions,
): Promise<void> {
  for (const listClass of ['SANCTIONS', 'EXPOSED_PERSONS'] as const) {
    const standing = await readStanding(tx, scope, thirdpartyId, listClass)
    const finding = findingOf(listClass, standing, conditions)
    await answerCheck(tx, scope, { thirdpartyId, code: checksByClass[listClass] }, finding)
  }
}

async function readStanding(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
  listClass: ListClass,
): Promise<Standing & { subjects: number }> {
  const { rows } = await sql<Standing & { subjects: number }>`
    with hits as (
      select h.source, h.entry_key, h.role, h.state, h.score from screening_hit h
      where h.account_id = ${accountId} and h.thirdparty_id = ${thirdpartyId} and h.hit_class = ${listClass}
        and h.state <> 'ENDED'),
    subjects as (
      select count(*)::int as subjects, coalesce(string_agg(encode(s.fingerprint, 'hex'), ' ' order by s.subject_id), '')
        as prints
      from screening_subject s
      where s.account_id = ${accountId} and s.thirdparty_id = ${thirdpartyId} and s.ended_at is null)
    select subjects.subjects, (count(*) filter (where h.state in ('OPEN', 'UNCLEAR', 'PROPOSED')))::int as open,
      (count(*) filter (where h.state = 'TRUE_MATCH'))::int as "trueMatches",
      (count(*) filter (where h.state = 'CLEARED'))::int as cleared, max(h.score)::float8 as best,
      subjects.prints || coalesce(string_agg(concat_ws(' ', h.source, h.entry_key, h.role, h.state), '; '
        order by h.source, h.entry_key, h.role, h.state), '') as print
    from subjects left join hits h on true group by subjects.subjects, subjects.prints`.execute(tx)
  return rows[0] ?? { subjects: 0, open: 0, trueMatches: 0, cleared: 0, best: null, print: '' }
}

function findingOf(
  listClass: AnsweredClass,
  standing: Standing & { subjects: number },
  conditions: Conditions,
): CheckFinding {
  const { open, trueMatches, subjects } = standing
  // What was found stays found, also when the list it came from is away.
  if (open + trueMatches === 0) {
    if (!canAnswer(conditions.counted, listClass)) return { outcome: 'NOBODY' }
    if (subjects === 0) return { outcome: 'WAITING' }
  }
  const outcome = trueMatches > 0 ? 'TRUE_MATCH' : open > 0 ? 'OPEN_HIT' : 'CLEAR'
  return { outcome, origin: 'SCREENING', ...reportOf(listClass, standing, conditions) }
}

function reportOf(
  listClass: AnsweredClass,
  { print, ...counts }: Standing & { subjects: number },
  { settings, counted }: Conditions,
) {
  const lists = counted.lists.filter((list) => list.listClass === listClass)
  const missing = counted.missing.filter((list) => list.listClass === listClass)
  const metadata = {
    screening_lists: lists.map(listText).join('; '),
    screening_missing: missing.map(({ source }) => source).join('; '),
    screening_subjects: String(counts.subjects),
    screening_open: String(counts.open),
    screening_true_matches: String(counts.trueMatches),
    screening_cleared: String(counts.cleared),
    screening_threshold: String(settings.threshold),
    screening_engine: engineVersion,
    ...(counts.best === null ? {} : { screening_best_score: counts.best.toFixed(2) }),
  }
  const entries = [
    ['subjects', 'Personnes et entreprises recherchées', metadata.screening_subjects],
    ...lists.map((list, index) => [`lists.${index}`, 'Liste', listText(list)]),
    ...(missing.length === 0
      ? []
      : [['missing', 'Listes absentes ou trop anciennes', metadata.screening_missing]]),
    ['open', 'Correspondances à examiner', metadata.screening_open],
    ['trueMatches', 'Correspondances confirmées', metadata.screening_true_matches],
    ['cleared', 'Correspondances écartées', metadata.screening_cleared],
    ['threshold', 'Seuil', metadata.screening_threshold],
    ['engine', 'Moteur', metadata.screening_engine],
  ] as [string, string, string][]
  const formdata = entries.map(([key, title, value], index): FormEntry => {
    return { type: 'string', key, title, order: index + 1, value }
  })
  return { formdata, metadata, fingerprint: createHash('sha256').update(print).digest('hex') }
}

function listText({ name, version, publishedOn, entries }: ListInForce): string {
  const date = publishedOn === null ? '' : `, ${publishedOn}`
  return `${name}, version ${version}${date} (${entries})`
}
