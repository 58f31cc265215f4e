import { Button, Group, Skeleton, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { notesQuery, type TaskNote } from './tasks.queries.ts'
import classes from './tasks.module.css'

interface Props {
  accountId: number
  taskId: number
  mayWrite: boolean
}

/** What was said of a task, who closed it, and why; the oldest first. */
export function TaskNotes({ accountId, taskId, mayWrite }: Props) {
  const { t } = useTranslation()
  const notes = useInfiniteQuery(notesQuery(accountId, taskId))
  const all = notes.data?.pages.flatMap(({ content }) => content) ?? []
  return (
    <section className={classes.part} aria-label={t('tasks.said')}>
      <h3 className={classes.partTitle}>{t('tasks.said')}</h3>
      {notes.isPending && <Skeleton height={50} radius={10} />}
      {notes.isError && (
        <ProblemAlert
          title={t('tasks.notesFailed')}
          error={notes.error}
          onRetry={() => void notes.refetch()}
        />
      )}
      {notes.isSuccess && all.length === 0 && <p className={classes.quiet}>{t('tasks.nothingSaid')}</p>}
      <ol className={classes.notes}>
        {all.map((note) => (
          <Note key={note.noteId} note={note} />
        ))}
      </ol>
      <LoadMore query={notes} />
      {mayWrite && <NewNote accountId={accountId} taskId={taskId} />}
    </section>
  )
}

function Note({ note: { act, text, author, createdAt } }: { note: TaskNote }) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = author.name ?? t(`tasks.doer.${author.type}`)
  return (
    <li className={classes.note}>
      <p className={classes.byline}>
        <b>{act === 'COMMENT' ? name : t(`tasks.act.${act}`, { name })}</b>
        <time dateTime={`${createdAt}Z`}>{format.moment(createdAt)}</time>
      </p>
      {text !== null && <p className={classes.text}>{text}</p>}
    </li>
  )
}

function NewNote({ accountId, taskId }: Omit<Props, 'mayWrite'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const say = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/tasks/{taskId}/comments', { path: { taskId }, body: { text: text.trim() } }),
    invalidates: [['task', accountId, taskId, 'notes']],
    onSuccess: () => setText(''),
  })
  return (
    <div className={classes.newNote}>
      <Textarea
        label={t('tasks.comment')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={8}>
        <Button
          size="xs"
          variant="default"
          disabled={text.trim() === ''}
          loading={say.isPending}
          onClick={() => say.mutate()}
        >
          {t('tasks.commentSend')}
        </Button>
      </Group>
    </div>
  )
}
