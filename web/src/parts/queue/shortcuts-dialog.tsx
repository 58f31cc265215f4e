import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './desk.module.css'

/** Keys, and what they do in words. */
export type Shortcut = readonly [keys: readonly string[], words: string]

interface Props {
  shortcuts: readonly Shortcut[]
  opened: boolean
  onClose: () => void
}

export function ShortcutsDialog({ shortcuts, opened, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>{t('review.shortcuts')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <dl className={classes.shortcuts}>
        {shortcuts.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
