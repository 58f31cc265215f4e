import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'
import { commentsKey, type Comment, type CommentBody, type CommentTarget } from './comments.queries.ts'
import { piecesOf, type Person } from './mention-text.ts'

interface Props {
  comment: Comment
  target: CommentTarget
  thirdpartyId: number
  mayEdit: boolean
  mayDelete: boolean
}

const namedOf = ({ mentions }: Comment): Person[] =>
  mentions.flatMap(({ userId, name }) => (name === null ? [] : [{ userId, name }]))

export function CommentItem({ comment, target, thirdpartyId, mayEdit, mayDelete }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isEditing, setEditing] = useState(false)
  const change = useApiMutation({
    mutationFn: (body: CommentBody) =>
      api.account(accountId).patch('/comments/{commentId}', { path: { commentId: comment.commentId }, body }),
    invalidates: [commentsKey(accountId, target)],
    onSuccess: () => setEditing(false),
  })
  return (
    <li className={classes.comment}>
      <div className={classes.line}>
        <Byline comment={comment} />
        {!isEditing && (
          <Group gap={2} wrap="nowrap" className={classes.tools}>
            {mayEdit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => setEditing(true)}
                aria-label={t('comments.edit')}
              >
                <IconPencil size={16} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            )}
            {mayDelete && <DeleteButton comment={comment} target={target} />}
          </Group>
        )}
      </div>
      {isEditing ? (
        <CommentEditor
          thirdpartyId={thirdpartyId}
          initial={{ text: comment.text, people: namedOf(comment) }}
          action={t('common.save')}
          onSend={change.mutateAsync}
          onLeave={() => setEditing(false)}
        />
      ) : (
        <CommentText comment={comment} />
      )}
    </li>
  )
}

function Byline({ comment }: { comment: Comment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { author, createdAt, editedAt } = comment
  const unnamed = author.type === 'USER' ? t('comments.formerMember') : t('comments.client')
  return (
    <p className={classes.byline}>
      <b>{author.name ?? unnamed}</b>
      <time dateTime={`${createdAt}Z`}>{format.moment(createdAt)}</time>
      {editedAt !== null && (
        <span title={t('comments.editedOn', { date: format.moment(editedAt) })}>{t('comments.edited')}</span>
      )}
    </p>
  )
}

/** Plain text, whatever it holds: React prints it as such. */
function CommentText({ comment }: { comment: Comment }) {
  const names = namedOf(comment).map(({ name }) => name)
  return (
    <p className={classes.text}>
      {piecesOf(comment.text, names).map(({ text, isMention }, index) =>
        isMention ? (
          <span key={`${index} ${text}`} className={classes.mention}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </p>
  )
}

function DeleteButton({ comment, target }: Pick<Props, 'comment' | 'target'>) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isConfirming, setAsked] = useState(false)
  const remove = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/comments/{commentId}', { path: { commentId: comment.commentId } }),
    successMessage: t('comments.deleted'),
    invalidates: [commentsKey(accountId, target)],
  })
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => setAsked(true)}
        aria-label={t('comments.delete')}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setAsked(false)}
        title={t('comments.deleteTitle')}
        detail={t('comments.deleteDetail')}
        confirm={t('comments.deleteConfirm')}
        tone="danger"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}
