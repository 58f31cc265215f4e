import { Button, Textarea } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { announce } from '../parts/announcer.tsx'
import { Problem } from '../parts/problem.tsx'
import { portalApi, type Action, type Actions } from '../portal-api.ts'
import { actionsQuery, queryClient } from '../queries.ts'
import { useTexts } from '../texts.tsx'
import { acceptList, refusalOf, typeNames } from '../uploads/accept.ts'
import { FileInput } from '../uploads/file-input.tsx'
import classes from './actions.module.css'

interface Props {
  action: Action
  limits: Pick<Actions, 'fileTypes' | 'maxFileBytes' | 'maxFiles'>
}

/** Files, words or both; they stay here until the service has them. */
export function EvidenceForm({ action, limits }: Props) {
  const texts = useTexts()
  const { t } = texts
  const [files, setFiles] = useState<readonly File[]>([])
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: () => sendEvidence(action.actionId, files, comment.trim()),
    onSuccess: async () => {
      setFiles([])
      setComment('')
      announce(t.actions.thanks)
      await queryClient.invalidateQueries({ queryKey: actionsQuery.queryKey })
    },
  })
  function add(chosen: readonly File[]) {
    const refused = chosen.map((file) => refusalOf(file, limits, texts)).find((one) => one !== null)
    setRefusal(refused ?? null)
    const taken = chosen.filter((file) => refusalOf(file, limits, texts) === null)
    setFiles([...files, ...taken].slice(0, limits.maxFiles))
  }
  const isEmpty = files.length === 0 && comment.trim() === ''
  return (
    <div className={classes.form}>
      <Textarea
        label={t.actions.comment}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <Chosen files={files} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
      {refusal !== null && <p role="alert">{refusal}</p>}
      <div className={classes.buttons}>
        <ChooseFiles fileTypes={limits.fileTypes} title={action.title} onFiles={add} />
        <Button disabled={isEmpty} loading={send.isPending} onClick={() => send.mutate()}>
          {t.actions.send}
        </Button>
      </div>
      {send.isError && <Problem title={t.submit.failed} error={send.error} />}
    </div>
  )
}

function sendEvidence(actionId: number, files: readonly File[], comment: string) {
  const path = { actionId }
  if (files.length === 0) {
    return portalApi.post('/portal/api/actions/{actionId}/evidence', { path, body: { comment } })
  }
  const body = new FormData()
  if (comment !== '') body.append('comment', comment)
  for (const file of files) body.append('file', file)
  return portalApi.post('/portal/api/actions/{actionId}/evidence', { path, body })
}

function Chosen({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const { t, format } = useTexts()
  if (files.length === 0) return null
  return (
    <ul className={classes.sent} aria-label={t.actions.chosen}>
      {files.map((file, place) => (
        <li key={`${place} ${file.name}`}>
          <span>
            {file.name} · {format.bytes(file.size)}
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t.actions.remove(file.name)}
            onClick={() => onRemove(file)}
          >
            <IconX size={16} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface ChooseProps {
  fileTypes: readonly string[]
  title: string
  onFiles: (files: readonly File[]) => void
}

function ChooseFiles({ fileTypes, title, onFiles }: ChooseProps) {
  const { t } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} />}
        aria-label={`${t.files.choose}: ${title}`}
        title={typeNames(fileTypes)}
        onClick={() => chooser.current?.click()}
      >
        {t.files.choose}
      </Button>
      <FileInput ref={chooser} multiple accept={acceptList(fileTypes)} onFiles={onFiles} />
    </>
  )
}
