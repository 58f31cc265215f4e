import { sql } from 'kysely'
import { recordOperatorAct } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { newTotp, normalEmail, randomToken, sha256, type AccountsService } from '../accounts/index.ts'
import { findOperator } from './operators.queries.ts'

const linkHours = 24
const hourMs = 3_600_000

type Tools = Pick<AccountsService, 'publicUrl' | 'factorTools' | 'clock'>

export interface SetupLink {
  operatorId: number
  setupLink: string
  validHours: number
}

/** Somebody who may run the installation once they have chosen a password and a second factor. */
export async function createOperator(tx: Tx, tools: Tools, given: string): Promise<SetupLink> {
  const email = normalEmail(given)
  const created = await tx
    .insertInto('operator_person')
    .values({ email })
    .onConflict((known) => known.column('email').where('removed_at', 'is', null).doNothing())
    .returning('operator_id')
    .executeTakeFirst()
  if (!created) throw new AppError('OPERATOR_EXISTS')
  const operatorId = created.operator_id
  recordOperatorAct(tx, 'operator add', {
    name: 'OPERATOR_ADDED',
    subject: subjectOf(operatorId),
    accountIds: [],
  })
  return createSetupLink(tx, tools, { operatorId, email })
}

/** For whoever lost the password or the second factor: both go, with every session, and a new link takes their place. */
export async function resetOperator(tx: Tx, tools: Tools, email: string): Promise<SetupLink> {
  const operator = await findOperator(tx, email)
  await endAccess(tx, operator.operatorId)
  await tx
    .updateTable('operator_person')
    .set({ password_hash: null, sealed_secret: null, last_step: null, set_up_at: null })
    .where('operator_id', '=', operator.operatorId)
    .execute()
  const subject = subjectOf(operator.operatorId)
  recordOperatorAct(tx, 'operator reset', { name: 'OPERATOR_RESET', subject, accountIds: [] })
  return createSetupLink(tx, tools, operator)
}

export async function removeOperator(tx: Tx, email: string): Promise<{ operatorId: number }> {
  const { operatorId } = await findOperator(tx, email)
  await endAccess(tx, operatorId)
  await tx
    .updateTable('operator_person')
    .set({
      password_hash: null,
      sealed_secret: null,
      last_step: null,
      set_up_at: null,
      removed_at: sql`now()`,
    })
    .where('operator_id', '=', operatorId)
    .execute()
  recordOperatorAct(tx, 'operator remove', {
    name: 'OPERATOR_REMOVED',
    subject: subjectOf(operatorId),
    accountIds: [],
  })
  return { operatorId }
}

const subjectOf = (id: number) => ({ type: 'OPERATOR', id }) as const

async function endAccess(tx: Tx, operatorId: number): Promise<void> {
  // First the row that whoever signs in locks too: nobody gets in between.
  await sql`select from operator_person where operator_id = ${operatorId} for update`.execute(tx)
  const tables = [
    'operator_link',
    'operator_challenge',
    'operator_recovery_code',
    'operator_session',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).where('operator_id', '=', operatorId).execute()
}

async function createSetupLink(
  tx: Tx,
  { factorTools, publicUrl, clock }: Tools,
  { operatorId, email }: { operatorId: number; email: string },
): Promise<SetupLink> {
  const token = randomToken('vgo_')
  await tx
    .insertInto('operator_link')
    .values({
      operator_id: operatorId,
      link_hash: sha256(token),
      sealed_secret: newTotp(factorTools.totpKey, email).sealed,
      expires_at: new Date(clock.now().getTime() + linkHours * hourMs),
    })
    .execute()
  // In the fragment, which browsers keep out of requests, hence out of logs.
  return { operatorId, setupLink: `${publicUrl}/operator/setup#token=${token}`, validHours: linkHours }
}
