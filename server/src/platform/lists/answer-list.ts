import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, ReadTx } from '../db/index.ts'
import type { Cursors, Filters } from '../http/index.ts'
import type { Page } from '../kernel/index.ts'
import { answerPage, decodePosition, encodePosition } from './page-answer.ts'
import { readListing, type Listing, type ListRow } from './select-page.ts'

export interface PlainListDeps {
  readonly db: Db
  readonly cursors: Cursors
}

export interface List<Columns extends object, View> {
  /** Names the list and what narrows it: a cursor of another one is refused. */
  readonly filters: Filters & { readonly list: string }
  /** What is read; refuses first if the list hangs on something that is not there. */
  readonly open: (tx: ReadTx) => Listing<Columns> | Promise<Listing<Columns>>
  /** The rows as they are shown. */
  readonly view: (rows: ListRow<Columns>[], tx: ReadTx) => View[] | Promise<View[]>
}

/** Answers a list by numbered pages or by cursor. */
export function answerList<Columns extends object, View>(
  { db, cursors }: PlainListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { filters, open, view }: List<Columns, View>,
): Promise<Page<View>> {
  return answerPage(request, reply, {
    cursors,
    filters,
    read: async ({ after, ...requested }) => {
      const reader = await db.reader(request.scope)
      return reader.read(request.scope, async (tx) => {
        const window = { ...requested, after: decodePosition(after) }
        const { rows, last, ...total } = await readListing(tx, await open(tx), window)
        return { ...total, content: await view(rows, tx), last: encodePosition(last) }
      })
    },
  })
}
