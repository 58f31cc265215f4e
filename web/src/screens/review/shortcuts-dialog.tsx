import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './review.module.css'

const shortcuts = [
  ['next', ['J', '↓']],
  ['previous', ['K', '↑']],
  ['approve', ['A']],
  ['reject', ['R']],
  ['send', ['Ctrl + Enter']],
  ['pieces', ['1 – 9']],
  ['pages', ['←', '→']],
  ['leave', ['Esc']],
  ['help', ['?']],
] as const

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
        {shortcuts.map(([what, keys]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`review.keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
