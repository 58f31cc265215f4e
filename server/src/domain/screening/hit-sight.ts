import type { FastifyRequest } from 'fastify'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { requestRights } from '../../platform/http/index.ts'
import { AppError, type AccountScope, type Right } from '../../platform/kernel/index.ts'
import { screeningSettings } from './settings.ts'

/** Whoever decides, manages or audits sees hits; who only reads, where the account says so. */
export async function seesHits(
  tx: ReadTx,
  scope: AccountScope,
  rights: ReadonlySet<Right>,
): Promise<boolean> {
  if (rights.has('manage') || rights.has('decide') || rights.has('audit')) return true
  return rights.has('read') && (await screeningSettings(tx, scope)).readersSeeHits
}

export async function maySeeHits(db: Db, request: FastifyRequest): Promise<boolean> {
  const { scope } = request
  const rights = requestRights(request)
  return db.read(scope, (tx) => seesHits(tx, scope, rights))
}

export async function requireHitSight({ db }: { readonly db: Db }, request: FastifyRequest): Promise<void> {
  if (!(await maySeeHits(db, request))) throw noPermission('decide')
}

/** What leaves as a file is for those who decide or audit. */
export function requireHitExport(request: FastifyRequest): void {
  const rights = requestRights(request)
  if (!rights.has('decide') && !rights.has('audit')) throw noPermission('audit')
}

const noPermission = (permission: Right) =>
  new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
