import type { Db } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import type { Handlers } from '../platform/jobs/index.ts'
import { mailAccessLinks } from './mail-links.task.ts'
import { sweepPortal } from './uploads/sweep-portal.task.ts'

interface TaskDeps {
  /** Where links lead; without it nobody is written to. */
  readonly invitations: { readonly publicUrl: string } | null
  readonly store: ObjectStore
  readonly accountIds: (db: Db) => Promise<number[]>
}

export function portalTasks({
  invitations,
  store,
  accountIds,
}: TaskDeps): Pick<Handlers, 'portal.links' | 'portal.sweep'> {
  return {
    'portal.links': invitations ? mailAccessLinks(invitations) : async () => undefined,
    'portal.sweep': sweepPortal({ store, accountIds }),
  }
}
