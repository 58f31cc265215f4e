import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts } from '../../ui/panel.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

interface Props {
  accountId: number
  email: string
  onClose: (isDone: boolean) => void
}

export function EraseDialog({ accountId, email, onClose }: Props) {
  const { t } = useTranslation()
  const [again, setAgain] = useState('')
  const isSame = again.trim().toLowerCase() === email.toLowerCase()
  const erase = useApiMutation({
    mutationFn: () => api.account(accountId).post('/erasures', { body: { email } }),
    invalidates: [
      ['erasures', accountId],
      ['mails', accountId],
      ['users', accountId],
      ['thirdparty', accountId],
    ],
    silent: true,
  })
  if (erase.data !== undefined) return <Erased erasure={erase.data} onClose={() => onClose(true)} />
  return (
    <FormDialog
      opened
      onClose={() => onClose(false)}
      title={t('retention.confirmTitle', { email })}
      submit={t('retention.forget')}
      onSubmit={() => erase.mutate()}
      pending={erase.isPending}
      error={erase.error}
      disabled={!isSame}
      danger
    >
      <Notice tone="bad">
        <span>{t('retention.confirmDetail')}</span>
      </Notice>
      <TextInput
        label={t('retention.typeAgain')}
        data-autofocus
        autoComplete="off"
        value={again}
        error={again.length >= email.length && !isSame ? t('retention.doNotMatch') : null}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const counts = ['contacts', 'users', 'mails', 'forms', 'heldForms'] as const

function Erased({ erasure, onClose }: { erasure: Answer<'erasePerson'>; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isNothing = counts.every((key) => erasure[key] === 0)
  const title = t(isNothing ? 'retention.nothingTitle' : 'retention.doneTitle')
  return (
    <Modal opened onClose={onClose} title={<Text fw={650}>{title}</Text>} withCloseButton={false} centered>
      <Stack gap="md">
        {isNothing ? (
          <Text size="sm">{t('retention.nothingDetail')}</Text>
        ) : (
          <Facts
            facts={counts.map((key) => ({
              label: t(`retention.result.${key}`),
              value: format.number(erasure[key]),
            }))}
          />
        )}
        {erasure.heldForms > 0 && (
          <Notice tone="warning">
            <span>{t('retention.heldForms')}</span>
          </Notice>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
