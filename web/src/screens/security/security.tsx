import { AppShell } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, meQuery, type Me } from '../../api/index.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import shell from '../shell/shell.module.css'
import { UserMenu } from '../shell/user-menu.tsx'
import { AbsencesPanel } from './absences-panel.tsx'
import { BarNotice, ConfinedNotice, RecoveredNotice } from './bar-notice.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { factorsQuery } from './security.queries.ts'
import classes from './security.module.css'
import { SessionsPanel } from './sessions-panel.tsx'

/** What is a person's own, whatever accounts they work in. */
export function Security() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { error } = useQuery(factorsQuery)
  const isConfined = isProblem(error, 'SESSION_CONFINED')
  const canWork = me.accounts.some(({ barred }) => barred === null)
  return (
    <Frame me={me}>
      <PageHeader
        title={t('security.title')}
        lead={me.email ?? undefined}
        back={canWork ? <BackLink to="/">{t('security.back')}</BackLink> : undefined}
      />
      <div className={classes.stack}>
        <RecoveredNotice />
        <BarNotice me={me} />
        {isConfined ? (
          <ConfinedNotice hasPassword={me.hasPassword} />
        ) : (
          <>
            <FactorsPanel />
            <SessionsPanel />
            <ProfilePanel me={me} />
            <AbsencesPanel me={me} />
            {me.hasPassword && <PasswordPanel email={me.email} />}
          </>
        )}
      </div>
    </Frame>
  )
}

function Frame({ me, children }: { me: Me; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 16, sm: 28 }}>
      <a href="#main" className={shell.skip}>
        {t('common.skip')}
      </a>
      <AppShell.Header className={shell.header}>
        <Link to="/" className={shell.home} aria-label="Vigie">
          <Logo />
        </Link>
        <span className={shell.space} />
        <UserMenu me={me} />
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1} className={shell.main}>
        <div className={classes.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  )
}
