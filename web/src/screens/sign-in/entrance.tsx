import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/logo.tsx'
import { LanguageChoice } from '../../ui/preferences.tsx'
import classes from './entrance.module.css'
import { Horizon } from './horizon.tsx'

interface Props {
  title: string
  lead: string
  children: ReactNode
}

/** The frame of the pages one sees before being signed in. */
export function Entrance({ title, lead, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <div className={classes.form}>
          <Logo size={36} />
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text c="dimmed">{lead}</Text>
          </div>
          {children}
        </div>
        <div className={classes.language}>
          <LanguageChoice />
        </div>
      </main>
      <aside className={classes.picture}>
        <Horizon />
        <div className={classes.pitch}>
          <p className={classes.claim}>{t('signIn.pitch')}</p>
          <p className={classes.detail}>{t('signIn.pitchDetail')}</p>
        </div>
      </aside>
    </div>
  )
}
