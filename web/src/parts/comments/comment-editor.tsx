import { Button, Group, Textarea } from '@mantine/core'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './comments.module.css'
import type { CommentBody } from './comments.queries.ts'
import { MentionList } from './mention-list.tsx'
import type { Person } from './mention-text.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useMentions } from './use-mentions.ts'

interface Props {
  thirdpartyId: number
  initial?: { text: string; people: Person[] }
  action: string
  /** Rejects when it was not taken: what was typed then stays. */
  onSend: (body: CommentBody) => Promise<unknown>
  onLeave?: () => void
}

export function CommentEditor({ thirdpartyId, initial, action, onSend, onLeave }: Props) {
  const { t } = useTranslation()
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useCommentDraft(initial, onSend)
  const mentions = useMentions({
    thirdpartyId,
    area,
    text: draft.text,
    onText: draft.setText,
    onPerson: draft.addPerson,
  })
  const isEdit = initial !== undefined
  useEffect(() => {
    if (isEdit) area.current?.focus()
  }, [isEdit])
  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKeyDown(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.send()
    if (event.key === 'Escape') onLeave?.()
  }
  return (
    <div className={classes.editor}>
      <Textarea
        ref={area}
        autosize
        minRows={2}
        maxRows={12}
        aria-label={t('comments.label')}
        aria-autocomplete="list"
        aria-controls={mentions.isOpen ? listId : undefined}
        aria-activedescendant={mentions.isOpen ? `${listId}-${mentions.active}` : undefined}
        placeholder={t('comments.placeholder')}
        value={draft.text}
        error={draft.tooMany > 0 ? t('comments.tooLong', { count: draft.tooMany }) : null}
        onChange={(event) => {
          draft.setText(event.currentTarget.value)
          mentions.follow()
        }}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      {mentions.isOpen && <MentionList id={listId} {...mentions} />}
      <Actions action={action} draft={draft} onLeave={onLeave} />
    </div>
  )
}

interface ActionsProps {
  action: string
  draft: ReturnType<typeof useCommentDraft>
  onLeave: (() => void) | undefined
}

function Actions({ action, draft: { isSendable, isSending, send }, onLeave }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs" mt={8}>
      {onLeave !== undefined && (
        <Button size="xs" variant="default" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      )}
      <Button size="xs" disabled={!isSendable && !isSending} loading={isSending} onClick={() => void send()}>
        {action}
      </Button>
    </Group>
  )
}
