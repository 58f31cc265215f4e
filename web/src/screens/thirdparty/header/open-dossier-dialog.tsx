import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OpenDossierForm } from './open-dossier-form.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

export function OpenDossierDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>{t('thirdparty.open.title')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      size="lg"
    >
      <OpenDossierForm onClose={onClose} />
    </Modal>
  )
}
