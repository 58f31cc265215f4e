import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

const icons = { info: IconInfoCircle, good: IconCircleCheck, warning: IconInfoCircle, bad: IconAlertTriangle }

const roles = { assertive: 'alert', polite: 'status' }

interface Props {
  tone: keyof typeof icons
  title?: string
  /** Whether a screen reader interrupts itself for it or waits for a pause; neither when absent. */
  live?: 'assertive' | 'polite'
  children?: ReactNode
}

export function Notice({ tone, title, live, children }: Props) {
  const Icon = icons[tone]
  const role = live === undefined ? undefined : roles[live]
  return (
    <div role={role} className={classes.notice} data-tone={tone}>
      <Icon size={20} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
