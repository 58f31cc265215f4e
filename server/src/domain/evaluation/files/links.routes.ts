import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, ReadTx } from '../../../platform/db/index.ts'
import type { ObjectStore } from '../../../platform/files/index.ts'
import { originOf, type HttpRoutes, type Rate } from '../../../platform/http/index.ts'
import { AppError, wholeAccount, type Right } from '../../../platform/kernel/index.ts'
import { accessByLink, type LinkAccess } from '../../accounts/index.ts'
import type { FileLinks, LinkHolder } from './file-links.ts'
import { bytesAnswer } from './files.routes.ts'
import { servableById } from './found-file.queries.ts'
import { sendFile } from './send-file.ts'

interface LinkDeps {
  readonly db: Db
  readonly store: ObjectStore
  readonly links: FileLinks
  readonly rate: Rate
}

/** Where links lead: no token is asked for, so everything it would have told is checked again. */
export const linksRoutes =
  ({ db, store, links, rate }: LinkDeps): HttpRoutes =>
  async (app) => {
    app.get(
      '/f/:token',
      {
        config: { right: 'public', rate: { name: 'links', ...rate } },
        schema: {
          operationId: 'followLink',
          tags: ['Files'],
          summary: 'The file a signed link leads to',
          description:
            'Needs no token; the link is signed and ends soon. Parts can be asked for with a Range header.',
          params: Type.Object({ token: Type.String() }),
          response: bytesAnswer(),
        },
      },
      async (request, reply) => {
        const holder = links.read(request.params.token)
        const { accountId, fileId } = holder
        const find = async () => {
          const { rights, units } = await accessOfHolder(db, holder, originOf(request).address)
          return db.read({ accountId, units }, (tx) => servableById(tx, holder, fileId, rights))
        }
        return sendFile(request, reply, { store, accountId, find })
      },
    )
  }

async function accessOfHolder(db: Db, holder: LinkHolder, address: string): Promise<LinkAccess> {
  // Fetched by the service the operator named, from wherever that stands.
  if (holder.purpose === 'verification') {
    const awaited = await db.read(wholeAccount(holder.accountId), (tx) => isAwaitingVerification(tx, holder))
    if (awaited) return { rights: new Set<Right>(['read', 'manage']), units: 'ALL' }
    throw new AppError('LINK_INVALID')
  }
  return db.system((tx) => accessByLink(tx, holder, address))
}

/** A verification provider may fetch a file for as long as its answer is awaited. */
async function isAwaitingVerification(
  tx: ReadTx,
  { accountId, fileId }: { readonly accountId: number; readonly fileId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from evidence where account_id = ${accountId} and evidence_id = ${fileId}
      and metadata ->> 'doccheck_status' = 'PENDING'`.execute(tx)
  return rows.length > 0
}
