import type { Row } from './evaluation-rows.ts'

/** Those of tasks and of what is yet to be read, in the order of their keys. */
export const taskRows: Record<string, (accountId: number, nth: number) => Row> = {
  task: (account_id, nth) => ({
    account_id,
    task_id: nth,
    thirdparty_id: nth,
    title: 'Ask again',
    user_id: nth,
    origin_kind: 'PERSON',
    maker_type: 'USER',
    maker_id: nth,
    created_at: new Date(),
  }),
  task_note: (account_id, nth) => ({
    account_id,
    note_id: nth,
    task_id: nth,
    act: 'COMMENT',
    text: 'Done tomorrow',
    author_type: 'USER',
    author_id: nth,
    created_at: new Date(),
  }),
  unread_mention: (account_id, nth) => ({ account_id, user_id: nth, comment_id: nth, since: new Date() }),
}
