import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { OperatorAct } from '../../platform/administration/index.ts'
import { originOf } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { requireOwnPage, type AccountsService } from '../accounts/index.ts'
import { findOperatorSession, type OperatorSession } from './operator-sessions.ts'

export interface OperatorDoor {
  readonly accounts: AccountsService
  /** Of the installation, which programs bring; null: programs are not listened to. */
  readonly token: string | null
}

const entered = new WeakMap<FastifyRequest, OperatorSession>()

/** Lets in who is signed in, and programs with the token; before anything else of the request is looked at. */
export async function requireOperator(door: OperatorDoor, request: FastifyRequest): Promise<void> {
  const { accounts, token } = door
  const { authorization } = request.headers
  if (authorization !== undefined && token !== null) return requireToken(authorization, token)
  const cookie = accounts.cookies.read(request, 'operator')
  if (cookie === null) throw new AppError('OPERATOR_SIGN_IN_REQUIRED')
  requireOwnPage(request, accounts.publicUrl)
  const session = await findOperatorSession(accounts.db, accounts.clock, cookie)
  if (!session) throw new AppError('OPERATOR_SIGN_IN_REQUIRED')
  entered.set(request, session)
}

/** Null for a program. */
export function enteredOperator(request: FastifyRequest): OperatorSession | null {
  return entered.get(request) ?? null
}

/** After the door: what changes an account is done by somebody whom the journal can name. */
export async function requireOperatorPerson(request: FastifyRequest): Promise<void> {
  if (enteredOperator(request) === null) throw new AppError('OPERATOR_PERSON_REQUIRED')
}

/** For the journal: who does it and from where; `command` names what is done as the command line would. */
export function actOf(request: FastifyRequest, command: string): OperatorAct {
  return { command, operatorId: enteredOperator(request)?.operatorId, origin: originOf(request) }
}

/** After it was committed; `operatorId` is null for a program. */
export function logAct(
  { accounts }: OperatorDoor,
  { command, operatorId, origin }: OperatorAct,
  ids: { readonly accountId?: number; readonly count?: number },
): void {
  accounts.log('OPERATOR_ACT', { command, operatorId: operatorId ?? null, ...ids }, origin)
}

function requireToken(given: string, token: string): void {
  const [brought, wanted] = [Buffer.from(given), Buffer.from(`Bearer ${token}`)]
  if (brought.length !== wanted.length || !timingSafeEqual(brought, wanted))
    throw new AppError('AUTH_TOKEN_INVALID')
}
