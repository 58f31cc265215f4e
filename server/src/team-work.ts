import { approvalsRoutes } from './domain/approvals/index.ts'
import { commentsRoutes } from './domain/comments/index.ts'
import { decisionsRoutes } from './domain/evaluation/index.ts'
import { actionRoutes, findingRoutes, openRejected } from './domain/findings/index.ts'
import { relationshipRoutes } from './domain/relationships/index.ts'
import { tasksRoutes } from './domain/tasks/index.ts'
import { workRoutes } from './domain/my-work/index.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import { accountRoutes, type Cursors, type HttpApp, type SendTable } from './platform/http/index.ts'

interface TeamWorkDeps {
  readonly db: Db
  readonly cursors: Cursors
  /** Where links in mails lead. */
  readonly publicUrl: string
  readonly store: ObjectStore
  /** The largest file that may be sent as evidence of a corrective action. */
  readonly maxBytes: number
  readonly sendTable: SendTable
}

/** What waits for the people of an account, and what they decide about companies. */
export function addTeamWork(
  app: HttpApp,
  { db, cursors, publicUrl, store, maxBytes, sendTable }: TeamWorkDeps,
): void {
  accountRoutes(app, commentsRoutes({ db, cursors, publicUrl }))
  accountRoutes(app, decisionsRoutes({ db, publicUrl, openFinding: openRejected }))
  accountRoutes(app, tasksRoutes({ db, cursors }))
  accountRoutes(app, workRoutes({ db, cursors }))
  accountRoutes(app, approvalsRoutes({ db, cursors }))
  accountRoutes(app, relationshipRoutes({ db, cursors }))
  accountRoutes(app, findingRoutes({ db, cursors, sendTable }))
  accountRoutes(app, actionRoutes({ db, store, maxBytes }))
}
