import {
  IconAlertOctagon,
  IconBuildings,
  IconCalendarDue,
  IconChecklist,
  IconFileSearch,
  IconFolders,
  IconHelpCircle,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconMailbox,
  IconRoute,
  IconSettings,
  IconUserSearch,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/index.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './shell.module.css'
import { WaitingAnswers, WaitingHits } from './waiting-count.tsx'

const daily = [
  { to: '/account/$accountId', name: 'dashboard', Icon: IconLayoutDashboard },
  { to: '/account/$accountId/my-work', name: 'myWork', Icon: IconInbox },
  { to: '/account/$accountId/thirdparties', name: 'portfolio', Icon: IconBuildings },
  { to: '/account/$accountId/review', name: 'review', Icon: IconChecklist },
  { to: '/account/$accountId/screening', name: 'screening', Icon: IconUserSearch },
  { to: '/account/$accountId/findings', name: 'findings', Icon: IconAlertOctagon },
  { to: '/account/$accountId/dossiers', name: 'dossiers', Icon: IconFolders },
  { to: '/account/$accountId/evidences', name: 'evidences', Icon: IconFileSearch },
  { to: '/account/$accountId/forecast', name: 'forecast', Icon: IconCalendarDue },
] as const

const control = [
  { to: '/account/$accountId/journal', name: 'journal', Icon: IconHistory, right: 'read' },
  { to: '/account/$accountId/rules', name: 'rules', Icon: IconRoute, right: 'read' },
  { to: '/account/$accountId/settings', name: 'settings', Icon: IconSettings, right: 'read' },
  { to: '/account/$accountId/mailbox', name: 'mailbox', Icon: IconMailbox, right: 'administer' },
  { to: '/account/$accountId/help', name: 'help', Icon: IconHelpCircle, right: 'read' },
] as const

export function Navigation({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { accountId } = account
  const rights = useRights(accountId)
  return (
    <>
      <Group label={t('shell.groupWork')}>
        {daily.map(({ to, name, Icon }) => (
          <li key={name}>
            <Link
              to={to}
              params={{ accountId }}
              activeOptions={{ exact: name === 'dashboard' }}
              className={classes.item}
            >
              <Icon size={20} stroke={1.7} aria-hidden="true" />
              {t(`shell.${name}`)}
              {name === 'review' && <WaitingAnswers accountId={accountId} />}
              {name === 'screening' && <WaitingHits accountId={accountId} />}
            </Link>
          </li>
        ))}
      </Group>
      <Group label={t('shell.groupControl')}>
        {control
          .filter(({ right }) => rights[right])
          .map(({ to, name, Icon }) => (
            <li key={name}>
              <Link to={to} params={{ accountId }} className={classes.item}>
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                {t(`shell.${name}`)}
              </Link>
            </li>
          ))}
      </Group>
    </>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className={classes.group}>{label}</p>
      <ul className={classes.list} aria-label={label}>
        {children}
      </ul>
    </>
  )
}
