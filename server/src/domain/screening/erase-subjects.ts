import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueueScreening } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { nameSubjects, personKeys } from './name-subjects.ts'
import { screeningSettings } from './settings.ts'
import { subjectFacts } from './subject-facts.queries.ts'
import { isHeld } from './under-hold.ts'

/** Somebody of a company who is to be forgotten. */
export interface ErasedPerson {
  readonly thirdpartyId: number
  readonly name: string
}

/**
 * Forgets people as subjects of screening, once what named them has gone. Whom another source still names, as the
 * register does its executives, stays. That there was a hit and what was decided stays too, without a name or words.
 * Hits that wait, and true matches, keep what they are about: the account may have to account for them.
 */
export async function eraseSubjects(tx: Tx, scope: Scope, people: readonly ErasedPerson[]): Promise<void> {
  if (people.length === 0) return
  const gone = await unnamed(tx, scope, people)
  if (gone.length > 0) await blankSubjects(tx, scope, gone)
  for (const thirdpartyId of companiesOf(people)) await enqueueScreening(tx, scope, thirdpartyId)
}

const companiesOf = (people: readonly ErasedPerson[]) => [
  ...new Set(people.map(({ thirdpartyId }) => thirdpartyId)),
]

interface SubjectKey {
  readonly thirdpartyId: number
  readonly key: string
}

/** What these people are called as subjects, as far as nothing names them any more. */
async function unnamed(tx: Tx, scope: Scope, people: readonly ErasedPerson[]): Promise<SubjectKey[]> {
  const { screensContacts: contacts } = await screeningSettings(tx, scope)
  const facts = await subjectFacts(tx, scope, { thirdpartyIds: companiesOf(people), contacts })
  const named = new Map(facts.map((one) => [one.thirdpartyId, nameSubjects(one).map(({ key }) => key)]))
  return people.flatMap(({ thirdpartyId, name }) =>
    personKeys(name)
      .filter((key) => !named.get(thirdpartyId)?.includes(key))
      .map((key) => ({ thirdpartyId, key })),
  )
}

/** A dash, so that lists and pages have something to show. */
const nobody = JSON.stringify({ kind: 'PERSON', names: [{ text: '–', kind: 'PRIMARY' }] })
const nothingMatched = JSON.stringify({ ours: null, theirs: null, reasons: [] })
/** A digest of a name is as good as the name to whoever guesses. */
const noPrint = sql`decode(repeat('00', 32), 'hex')`

async function blankSubjects(tx: Tx, { accountId }: Scope, gone: readonly SubjectKey[]): Promise<void> {
  await sql`
    with erased as (
      update screening_subject s set subject_key = 'ERASED:' || s.subject_id, subject = ${nobody}::jsonb,
        fingerprint = ${noPrint}, ended_at = coalesce(s.ended_at, moment), updated_at = moment
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as r ("thirdpartyId" bigint, key text),
        account_now(${accountId}) moment
      where s.account_id = ${accountId} and s.thirdparty_id = r."thirdpartyId" and s.subject_key = r.key
        and not ${isHeld(sql`s`)}
      returning s.subject_id),
    blanked as (
      update screening_hit h set subject = ${nobody}::jsonb, fingerprint = ${noPrint}, match = ${nothingMatched}::jsonb,
        state = 'ENDED', cleared_until = null, updated_at = moment, version = h.version + 1
      from account_now(${accountId}) moment
      where h.account_id = ${accountId} and h.subject_id in (select subject_id from erased)
        and h.state in ('CLEARED', 'ENDED')
      returning h.hit_id)
    update screening_decision x set comment = null
    where x.account_id = ${accountId} and x.hit_id in (select hit_id from blanked) and x.comment is not null`.execute(
    tx,
  )
}
