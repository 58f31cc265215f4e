import { ActionIcon } from '@mantine/core'
import { IconFileCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterAnswer } from './answer-queries.ts'
import type { RequestedDocument, Evidence, GivenAnswer } from './answer-types.ts'
import classes from './answer.module.css'

interface Props {
  accountId: number
  document: RequestedDocument
  draft: GivenAnswer | null
  files: readonly Evidence[]
}

/** Files a draft holds already. */
export function DraftFiles({ accountId, document, draft, files }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const remove = useApiMutation({
    mutationFn: (fileId: number) =>
      api.account(accountId).delete('/responses/{responseId}/files/{fileId}', {
        path: { responseId: draft?.responseId ?? 0, fileId },
      }),
    invalidates: keysAfterAnswer(accountId, document),
  })
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('dossier.answer.keptFiles')}>
      {files.map(({ id, fileName, fileSize, fileState }) => (
        <li key={id} className={classes.file}>
          <IconFileCheck size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.fileName}>{fileName}</span>
          <span className={classes.quiet}>
            {fileState === 'REFUSED' || fileState === 'INFECTED'
              ? t(`dossier.fileState.${fileState}`)
              : format.bytes(fileSize ?? 0)}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            loading={remove.isPending && remove.variables === id}
            aria-label={t('dossier.answer.removeFile', { name: fileName })}
            onClick={() => remove.mutate(id)}
          >
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
