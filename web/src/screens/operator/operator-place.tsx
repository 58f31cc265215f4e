import { AppShell, Burger, Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession } from '../../api/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { LanguageChoice, ThemeChoice } from '../../ui/preferences.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { JobsBoard } from '../operator-jobs/jobs-board.tsx'
import shell from '../shell/shell.module.css'
import { AccountsPage } from './accounts-page.tsx'
import { Entrance } from './entrance.tsx'
import { BackupsPage, ListsPage, ProcessesPage, ProvidersPage } from './installation-pages.tsx'
import { MailsPage } from './mails-page.tsx'
import { MigrationsPage } from './migrations-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import classes from './operator.module.css'

const pages = {
  overview: OverviewPage,
  processes: ProcessesPage,
  jobs: JobsBoard,
  accounts: AccountsPage,
  mails: MailsPage,
  providers: ProvidersPage,
  lists: ListsPage,
  backups: BackupsPage,
  migrations: MigrationsPage,
  settings: SettingsPage,
}
type PageName = keyof typeof pages
const names = Object.keys(pages) as PageName[]

/** Whoever is not signed in sees the door, whatever page was asked for. */
export function OperatorPlace() {
  const { t } = useTranslation()
  const entrance = useQuery({
    queryKey: ['operator', 'entrance'],
    queryFn: ({ signal }) => operatorSession.get('/api/operator/entrance', { signal }),
  })
  const asked = location.pathname.replace(/^\/operator\/?/, '')
  const page = names.find((name) => name === asked) ?? 'overview'
  const session = entrance.data?.session ?? null
  const Page = pages[page]
  return (
    <Frame page={session && page}>
      {entrance.isError && (
        <ProblemAlert
          title={t('operatorPlace.loadFailed')}
          error={entrance.error}
          onRetry={() => void entrance.refetch()}
        />
      )}
      {entrance.isPending && <Skeleton height={240} radius={12} />}
      {entrance.data && (asked === 'setup' || session === null) && (
        <Entrance isSetup={asked === 'setup'} hasOperators={entrance.data.hasOperators} />
      )}
      {entrance.data && asked !== 'setup' && session !== null && <Page />}
    </Frame>
  )
}

function Frame({ page, children }: { page: PageName | null; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, { toggle }] = useDisclosure()
  const navbar = { width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } } as const
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 16, sm: 28 }} {...(page !== null && { navbar })}>
      <a href="#main" className={shell.skip}>
        {t('common.skip')}
      </a>
      <AppShell.Header className={shell.header}>
        {page !== null && (
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('operatorPlace.menu')}
          />
        )}
        <span className={shell.home}>
          <Logo />
        </span>
        <span className={classes.place}>{t('operatorPlace.name')}</span>
        <span className={shell.space} />
        {page === null && <LanguageChoice />}
      </AppShell.Header>
      {page !== null && (
        <AppShell.Navbar className={shell.navbar}>
          <Navigation page={page} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1} className={shell.main}>
        <div className={shell.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  )
}

function Navigation({ page }: { page: PageName }) {
  const { t } = useTranslation()
  async function leave() {
    await operatorSession.post('/api/operator/sign-out', {})
    location.assign('/operator')
  }
  return (
    <>
      <nav aria-label={t('operatorPlace.navigation')} className={classes.navigation}>
        <ul className={shell.list}>
          {names.map((name) => (
            <li key={name}>
              <a
                href={`/operator/${name}`}
                className={shell.item}
                {...(name === page && { 'data-status': 'active', 'aria-current': 'page' })}
              >
                {t(`operatorPlace.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <LanguageChoice />
        <ThemeChoice />
        <Button variant="default" fullWidth onClick={() => void leave()}>
          {t('operatorPlace.signOut')}
        </Button>
      </div>
    </>
  )
}
