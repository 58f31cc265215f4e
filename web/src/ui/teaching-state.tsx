import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './teaching-state.module.css'

interface Props {
  icon: ReactNode
  title: string
  detail: string
  children?: ReactNode
}

/** An empty place that says what will stand there and how to begin. */
export function TeachingState({ icon, title, detail, children }: Props) {
  return (
    <div className={classes.state}>
      <div className={classes.icon} aria-hidden="true">
        {icon}
      </div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {detail}
      </Text>
      {children}
    </div>
  )
}
