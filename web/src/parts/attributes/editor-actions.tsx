import { ActionIcon, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Props {
  isSaving: boolean
  onSave?: () => void
  onLeave: () => void
}

export function EditorActions({ isSaving, onSave, onLeave }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap={4} wrap="nowrap">
      {onSave !== undefined && (
        <ActionIcon size={34} loading={isSaving} onClick={onSave} aria-label={t('common.save')}>
          <IconCheck size={17} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon size={34} variant="default" onClick={onLeave} aria-label={t('common.cancel')}>
        <IconX size={17} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
