import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from './use-focus-back.ts'

interface Props {
  opened: boolean
  onClose: () => void
  title: string
  detail: string
  /** The deed, in its own verb: never "OK". */
  confirm: string
  onConfirm: () => void
  pending?: boolean
  tone?: 'danger' | 'plain'
  children?: ReactNode
}

export function ConfirmDialog(props: Props) {
  const { t } = useTranslation()
  const { opened, onClose, title, detail, confirm, onConfirm, pending = false, tone = 'plain' } = props
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <Stack gap="md">
        <Text size="sm">{detail}</Text>
        {props.children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color={tone === 'danger' ? 'red.8' : 'petrol'} loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
