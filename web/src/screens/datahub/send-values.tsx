import { Button, FileInput, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Provider } from './datahub.queries.ts'
import { exampleFile } from './example-file.ts'
import { ValuesReport } from './values-report.tsx'

interface Props {
  accountId: number
  provider: Provider
  name: string
  onClose: () => void
}

interface ValuesFile {
  file: File
  idempotencyKey: string
}

function send(accountId: number, provider: Provider['provider'], { file, idempotencyKey }: ValuesFile) {
  const isLines = /\.(ndjson|jsonl|json)$/i.test(file.name)
  const body = new Blob([file], { type: isLines ? 'application/x-ndjson' : 'text/csv' })
  const path = '/datahub/providers/{provider}/values'
  return api.account(accountId).post(path, { path: { provider }, body, idempotencyKey })
}

export function SendValues({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const sent = useApiMutation({
    mutationFn: (upload: ValuesFile) => send(accountId, provider.provider, upload),
    invalidates: [['thirdparty', accountId]],
    silent: true,
  })
  if (sent.data !== undefined) return <ValuesReport name={name} report={sent.data} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('datahub.sendTitle', { name })}
      submit={t('datahub.sendFile')}
      onSubmit={() => file && sent.mutate({ file, idempotencyKey: newIdempotencyKey() })}
      pending={sent.isPending}
      error={sent.error}
      disabled={file === null}
    >
      <Text size="sm">{t('datahub.sendHelp')}</Text>
      <Button
        variant="subtle"
        size="xs"
        w="fit-content"
        leftSection={<IconDownload size={15} aria-hidden="true" />}
        onClick={() => exampleFile(provider)}
      >
        {t('datahub.template')}
      </Button>
      <FileInput
        label={t('datahub.file')}
        placeholder={t('datahub.chooseFile')}
        accept=".csv,.ndjson,.jsonl,text/csv"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': t('common.remove') }}
        value={file}
        onChange={setFile}
      />
    </FormDialog>
  )
}
