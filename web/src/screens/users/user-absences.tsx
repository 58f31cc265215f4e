import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AbsenceList } from '../../parts/absences/absence-list.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  onClose: () => void
}

/** For somebody who left without saying so. */
export function UserAbsences({ accountId, user: { userId, name }, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{t('absences.ofPerson', { name })}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('absences.help')}
        </Text>
        <AbsenceList of={{ accountId, userId }} personId={userId} />
      </Stack>
    </Modal>
  )
}
