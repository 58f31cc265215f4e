import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { oneClickRoutes } from './one-click.routes.ts'
import { unsubscribePage } from './unsubscribe.page.ts'
import { unsubscribe } from './unsubscribe.ts'

export const unsubscribeRoutes = ({ db, secret }: { db: Db; secret: Uint8Array }): HttpRoutes =>
  oneClickRoutes({
    path: '/portal/unsubscribe',
    tag: 'Portal',
    ask: {
      operationId: 'showUnsubscribe',
      summary: 'The page a reminder links to',
      description: 'Changes nothing: mail scanners follow links too.',
    },
    act: {
      operationId: 'unsubscribe',
      summary: 'No more reminders to the person this token names',
      description: 'One click of a mail program (RFC 8058). Invitations and rejections are still sent.',
    },
    page: (language, isDone) => unsubscribePage(language, isDone),
    unsubscribe: (token) => unsubscribe(db, token, secret),
  })
