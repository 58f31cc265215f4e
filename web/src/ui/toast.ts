import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { problemText } from './problem-text.ts'

const shortly = 4_000
// Long enough to be read, and to be told to someone.
const whileRead = 12_000

const closing = () => ({ 'aria-label': i18next.t('common.close') })

/** A short word on what was just done, or why not. */
export const toast = {
  done(message: string): void {
    notifications.show({
      message,
      color: 'teal',
      autoClose: shortly,
      role: 'status',
      closeButtonProps: closing(),
    })
  },
  problem(error: unknown, title?: string): void {
    const message = problemText(error, i18next.t)
    notifications.show({
      title: title ?? i18next.t('common.notDone'),
      message,
      color: 'red',
      autoClose: whileRead,
      role: 'alert',
      closeButtonProps: closing(),
    })
  },
}
