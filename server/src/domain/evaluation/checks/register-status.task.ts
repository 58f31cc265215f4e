import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { formDay, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { formHash, type FormEntry } from '../../forms/index.ts'
import { settleDossiers } from '../status/settle.ts'
import { answerCheck } from './answer-check.ts'
import type { CheckFinding } from './check-finding.ts'

/**
 * Follows a company's standing in its register: its dossiers, which its end may make invalid, and the documents
 * that ask for that standing, from what the register last said.
 */
export const answerRegisterStatus: Handler<'responses.register-status'> = async (
  { thirdpartyId },
  { db, scope },
) => {
  for (const dossierId of await db.read(scope, (tx) => openDossiersOf(tx, scope, thirdpartyId))) {
    await db.write(scope, (tx) => settleDossiers(tx, scope, [dossierId]))
  }
  await db.write(scope, async (tx) => {
    const facts = await registerFacts(tx, scope, thirdpartyId)
    if (facts === null) return
    await answerCheck(tx, scope, { thirdpartyId, code: 'REGISTER_STATUS' }, findingOf(facts))
  })
}

async function openDossiersOf(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('archived_at', 'is', null)
    .orderBy('dossier_id')
    .execute()
  return rows.map((row) => row.dossier_id)
}

/** A company that is active is in order; anything else is for a person to see. */
function findingOf(facts: RegisterFacts): CheckFinding {
  const formdata = registerFormdata(facts, 'fr')
  const report = { origin: 'REGISTER', formdata, metadata: {}, fingerprint: formHash(formdata) } as const
  return facts.status === 'ACTIVE'
    ? { outcome: 'CLEAR', ...report }
    : { outcome: 'TO_REVIEW', code: 'REGISTER_NOT_ACTIVE', ...report }
}

/**
 * Null while the register has not answered, or does not know the company. The company is held: of two runs at once,
 * the later one reads the later facts.
 */
async function registerFacts(tx: Tx, scope: Scope, thirdpartyId: number): Promise<RegisterFacts | null> {
  const { rows } = await sql<RegisterFacts>`
    select name, siren, status, status_detail as "statusDetail", status_since as "statusSince",
      closure_date as "closureDate"
    from thirdparty
    where account_id = ${scope.accountId} and thirdparty_id = ${thirdpartyId}
      and identity_status = 'COMPLETE' and source = 'MANAGED' for no key update`.execute(tx)
  return rows[0] ?? null
}

/** What the register says of a company, as far as this check goes. */
interface RegisterFacts {
  readonly name: string | null
  readonly siren: string | null
  readonly status: 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'
  readonly statusDetail: string | null
  /** YYYY-MM-DD */
  readonly statusSince: string | null
  readonly closureDate: string | null
}

const titles = {
  name: { fr: 'Dénomination', en: 'Name' },
  siren: { fr: 'SIREN', en: 'SIREN' },
  status: { fr: 'Situation', en: 'Status' },
  statusDetail: { fr: 'Précision', en: 'Detail' },
  statusSince: { fr: 'Depuis le', en: 'Since' },
  closureDate: { fr: 'Date de fermeture', en: 'Closed on' },
} as const satisfies Record<keyof RegisterFacts, Record<Language, string>>

/** As the answers of a form nobody filled in; equal facts give equal answers. */
function registerFormdata(facts: RegisterFacts, language: Language): FormEntry[] {
  const keys = Object.keys(titles) as (keyof RegisterFacts)[]
  const reported = keys.flatMap((key) => {
    const value = facts[key]
    if (value === null) return []
    const isDay = key === 'statusSince' || key === 'closureDate'
    return [{ key, isDay, title: titles[key][language], value: isDay ? formDay(value) : value }]
  })
  return reported.map(({ key, isDay, title, value }, index) => ({
    type: isDay ? ('date' as const) : ('string' as const),
    key,
    title,
    order: index + 1,
    value,
  }))
}
