import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './desk.module.css'

export function ListToggle({ folded, onToggle }: { folded: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const label = folded ? t('review.unfold') : t('review.fold')
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-expanded={!folded}
        className={classes.toggle}
        onClick={onToggle}
      >
        <IconLayoutSidebar size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
