import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type MailSummary = Row<'listMails'>

// Somebody who has just invited a contact is waiting for the mail.
const soon = 4_000

export interface MailFilter {
  recipient: string
  /** Null for every kind. */
  template: string | null
}

export const mailsQuery = (accountId: number, { recipient, template }: MailFilter) =>
  infiniteQueryOptions({
    queryKey: ['mails', accountId, recipient, template],
    queryFn: ({ pageParam, signal }) => {
      const narrowed = { ...(recipient !== '' && { recipient }), ...(template !== null && { template }) }
      const query = { size: 50, ...narrowed, ...(pageParam !== null && { cursor: pageParam }) }
      return api.account(accountId).get('/mailbox/mails', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // What is in sight stays until the narrower list is there.
    placeholderData: keepPreviousData,
    refetchInterval: soon,
  })

export const mailQuery = (accountId: number, mailId: number) =>
  queryOptions({
    queryKey: ['mail', accountId, mailId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/mailbox/mails/{mailId}', { path: { mailId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'QUEUED' ? soon : false),
  })
