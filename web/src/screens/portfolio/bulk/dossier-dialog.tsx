import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { currentLanguage } from '../../../i18n/index.ts'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { openableTypesQuery } from '../portfolio.queries.ts'
import type { BulkAction } from './use-bulk.ts'

interface Props {
  accountId: number
  opened: boolean
  count: number
  onClose: () => void
  onStart: (action: BulkAction) => void
}

export function DossierDialog({ accountId, opened, count, onClose, onStart }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState<string | null>(null)
  const [dueDate, setDueDate] = useState('')
  const { data: types = [], error } = useQuery({ ...openableTypesQuery(accountId), enabled: opened })
  const labels = types.map((type) => ({ value: type.code, label: type.label[currentLanguage()] }))
  function submit() {
    if (code === null) return
    const label = labels.find(({ value }) => value === code)?.label ?? code
    const body = { dossierTypeCode: code, ...(dueDate !== '' && { dueDate }) }
    onStart({
      title: t('portfolio.bulk.dossierTitle', { label, count }),
      act: ({ thirdpartyId }) =>
        api
          .account(accountId)
          .post('/thirdparties/{thirdpartyId}/dossiers', { path: { thirdpartyId }, body }),
    })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('portfolio.bulk.openDossier')}
      submit={t('portfolio.bulk.openFor', { count })}
      onSubmit={submit}
      pending={false}
      error={error}
      disabled={code === null}
    >
      <Select
        data-autofocus
        label={t('portfolio.bulk.dossierType')}
        placeholder={t('portfolio.bulk.choose')}
        data={labels}
        searchable
        value={code}
        onChange={setCode}
      />
      <TextInput
        type="date"
        label={t('portfolio.bulk.dueDate')}
        description={t('portfolio.bulk.dueDateHelp')}
        value={dueDate}
        onChange={(event) => setDueDate(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('portfolio.bulk.dossierHelp')}
      </Text>
    </FormDialog>
  )
}
