import type { FastifyRequest } from 'fastify'
import { requestRights, versionCheck } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { TaskTarget } from './lock-task.ts'
import { viewTask, type FoundTask } from './tasks.queries.ts'

/** The version is for the ETag; the schema of the answer leaves it out. */
export const viewVersioned = (task: FoundTask, language: FastifyRequest['language']) => ({
  ...viewTask(task, language),
  version: task.version,
})

const permission = 'manage or decide'

export function isActor(request: FastifyRequest): boolean {
  const rights = requestRights(request)
  return rights.has('manage') || rights.has('decide')
}

/** Two rights open these, and a route can name only one. */
export async function requireActor(request: FastifyRequest): Promise<void> {
  if (isActor(request)) return
  throw new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
}

export function targetOf(request: FastifyRequest): TaskTarget {
  const { taskId } = request.params as { taskId: number }
  return {
    taskId,
    callerKey: request.principal.key,
    isAdministrator: requestRights(request).has('administer'),
    expectVersion: versionCheck(request),
  }
}
