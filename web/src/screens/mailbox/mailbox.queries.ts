import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type MailSummary = Row<'listMails'>

// Somebody who has just invited a contact is waiting for the mail.
const soon = 4_000

export const mailsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['mails', accountId],
    queryFn: ({ pageParam, signal }) =>
      api.get(
        '/mailbox/mails',
        { accountId },
        { query: { size: 50, ...(pageParam !== null && { cursor: pageParam }) }, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: soon,
  })

export const mailQuery = (accountId: number, mailId: number) =>
  queryOptions({
    queryKey: ['mail', accountId, mailId],
    queryFn: ({ signal }) => api.get('/mailbox/mails/{mailId}', { accountId, mailId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'QUEUED' ? soon : false),
  })
