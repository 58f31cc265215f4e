import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconAlertTriangle, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { sentenceOf } from '../parts/problem.tsx'
import { portalApi, type PortalAnswer } from '../portal-api.ts'
import { queryClient, requestQuery } from '../queries.ts'
import { useTexts } from '../texts.tsx'
import classes from './uploads.module.css'

interface Props {
  documentId: number
  file: PortalAnswer['files'][number]
}

/** A file that has arrived and waits to be sent with the answer. */
export function DraftFile({ documentId, file }: Props) {
  const { t, format } = useTexts()
  const remove = useMutation({
    mutationFn: () => {
      const path = '/portal/api/requests/{documentId}/draft/files/{fileId}'
      return portalApi.delete(path, { path: { documentId, fileId: file.fileId } })
    },
    onSuccess: (draft) => {
      queryClient.setQueryData(requestQuery(documentId).queryKey, (old) => old && { ...old, draft })
    },
  })
  const name = file.fileName ?? t.files.unnamed
  const isRefused = file.refusal !== null
  const Icon = isRefused ? IconAlertTriangle : IconCircleCheck
  return (
    <li className={classes.row} data-state={isRefused ? 'failed' : 'done'}>
      <Icon size={22} stroke={1.7} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <span className={classes.name}>{name}</span>
        <span className={classes.meta}>
          {file.fileSize !== null && `${format.bytes(file.fileSize)} · `}
          {isRefused ? <span className={classes.news}>{file.refusal}</span> : t.files.ready}
        </span>
        {remove.isError && (
          <span role="alert" className={classes.news}>
            {t.files.removeFailed}. {sentenceOf(remove.error, t.common)}
          </span>
        )}
      </div>
      <Button
        variant={isRefused ? 'default' : 'subtle'}
        color="gray"
        px={10}
        loading={remove.isPending}
        aria-label={t.files.remove(name)}
        onClick={() => remove.mutate()}
      >
        {isRefused ? t.files.removeShort : <IconTrash size={20} stroke={1.7} aria-hidden="true" />}
      </Button>
    </li>
  )
}
