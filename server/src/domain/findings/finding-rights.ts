import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import { requestRights } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { maySeeHits } from '../screening/index.ts'
import type { FindingSight } from './findings.queries.ts'

const permission = 'manage or decide'

/** Findings are the work of those who follow companies and of those who review: a route can name only one right. */
export async function refuseOnlookers(request: FastifyRequest): Promise<void> {
  const rights = requestRights(request)
  if (rights.has('manage') || rights.has('decide')) return
  throw new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
}

export async function findingSight(db: Db, request: FastifyRequest): Promise<FindingSight> {
  return { seesHits: await maySeeHits(db, request) }
}
