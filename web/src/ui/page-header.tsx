import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { usePageTitle } from './use-page-title.ts'

interface Props {
  title: string
  /** The browser's title, where it should say more. */
  pageTitle?: string
  lead?: ReactNode
  /** A way up, above the title. */
  back?: ReactNode
  /** Pills beside the title. */
  meta?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, pageTitle = title, lead, back, meta, actions }: Props) {
  usePageTitle(pageTitle)
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        {back !== undefined && <div className={classes.back}>{back}</div>}
        <div className={classes.line}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {meta}
        </div>
        {lead !== undefined && (
          <Text component="div" c="dimmed" maw={720} className={classes.lead}>
            {lead}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
