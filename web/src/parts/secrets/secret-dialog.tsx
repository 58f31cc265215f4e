import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Shows what the server says only once. It closes by its button alone: a stray click must not lose it. */
export function SecretDialog({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{title}</Text>}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <Stack gap="md">
        <Notice tone="warning" title={t('settings.secret.once')}>
          <span>{t('settings.secret.onceDetail')}</span>
        </Notice>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('settings.secret.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
