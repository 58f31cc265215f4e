import { Drawer, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FindingDetail } from './finding-detail.tsx'

interface Props {
  findingId: number | null
  onClose: () => void
}

/** A finding beside the list; the address says which, so that it can be sent to a colleague. */
export function FindingDrawer({ findingId, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={findingId !== null}
      onClose={onClose}
      position="right"
      size={680}
      title={<Text fw={650}>{t('findings.one')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      keepMounted={false}
    >
      {findingId !== null && <FindingDetail findingId={findingId} />}
    </Drawer>
  )
}
