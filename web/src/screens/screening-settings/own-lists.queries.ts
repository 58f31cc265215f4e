import { api, newIdempotencyKey, type Answer } from '../../api/index.ts'

type Sent = Answer<'addScreeningList'>
export type ListTrial = Extract<Sent, { outcome: string }>

/** Of a new list, or of one that is there. */
export type OwnListFile = { readonly file: File } & ({ readonly name: string } | { readonly listId: number })

function send(
  accountId: number,
  sent: OwnListFile,
  choice: { dryRun?: boolean; force?: boolean },
): Promise<Sent> {
  // Whatever the machine takes a file with this ending for.
  const body = new Blob([sent.file], { type: 'text/csv' })
  const account = api.account(accountId)
  const idempotencyKey = newIdempotencyKey()
  if ('name' in sent) {
    const query = { ...choice, name: sent.name }
    return account.post('/screening/lists', { query, body, idempotencyKey })
  }
  const path = { listId: sent.listId }
  return account.post('/screening/lists/{listId}/versions', { path, query: choice, body, idempotencyKey })
}

export async function tryOwnList(accountId: number, sent: OwnListFile): Promise<ListTrial> {
  return (await send(accountId, sent, { dryRun: true })) as ListTrial
}

export function takeOwnList(
  accountId: number,
  sent: OwnListFile,
  { force }: { force: boolean },
): Promise<unknown> {
  return send(accountId, sent, { force })
}
