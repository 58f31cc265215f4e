import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './comments.module.css'
import {
  addComment,
  commentsKey,
  commentsQuery,
  myIdQuery,
  type Comment,
  type CommentBody,
  type CommentTarget,
} from './comments.queries.ts'

interface Props {
  target: CommentTarget
  /** The company it is about: only people who see it are suggested. */
  thirdpartyId: number
  /** What is archived is read only. */
  disabled?: boolean
}

/** What colleagues write to one another about a company, a dossier or a document; newest first. */
export function Comments({ target, thirdpartyId, disabled = false }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const rights = useRights(accountId)
  const mayWrite = (rights.manage || rights.decide) && !disabled
  const add = useApiMutation({
    mutationFn: (body: CommentBody) => addComment(accountId, target, body),
    invalidates: [commentsKey(accountId, target)],
  })
  return (
    <div className={classes.comments}>
      <Text size="sm" c="dimmed">
        {t('comments.help')}
      </Text>
      {mayWrite && (
        <CommentEditor thirdpartyId={thirdpartyId} action={t('comments.send')} onSend={add.mutateAsync} />
      )}
      <List
        target={target}
        thirdpartyId={thirdpartyId}
        mayWrite={mayWrite}
        mayDeleteAny={rights.administer}
      />
    </div>
  )
}

interface ListProps {
  target: CommentTarget
  thirdpartyId: number
  mayWrite: boolean
  mayDeleteAny: boolean
}

function List({ target, thirdpartyId, mayWrite, mayDeleteAny }: ListProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const query = useInfiniteQuery(commentsQuery(accountId, target))
  const { data: me } = useSuspenseQuery(myIdQuery)
  if (query.isPending) return <CommentsSkeleton />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('comments.loadFailed')} error={query.error} onRetry={retry} />
  }
  const comments = query.data.pages.flatMap(({ content }) => content)
  const isMine = ({ author }: Comment) => author.type === 'USER' && author.id === me
  if (comments.length === 0) return <p className={classes.empty}>{t('comments.empty')}</p>
  return (
    <>
      <ol className={classes.list} aria-label={t('comments.title')}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.commentId}
            comment={comment}
            target={target}
            thirdpartyId={thirdpartyId}
            mayEdit={mayWrite && isMine(comment)}
            mayDelete={mayDeleteAny || (mayWrite && isMine(comment))}
          />
        ))}
      </ol>
      <LoadMore query={query} />
    </>
  )
}

function CommentsSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true">
      <Skeleton height={56} radius={10} />
      <Skeleton height={56} radius={10} />
    </Stack>
  )
}
