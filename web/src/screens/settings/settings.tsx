import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { sectionGroups } from './sections.ts'
import { SettingsNavigation } from './settings-navigation.tsx'
import classes from './settings.module.css'

/** Every section beside the list of all; on a narrow screen the list opens from a button above it. */
export function Settings() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [opened, { toggle, close }] = useDisclosure(false)
  const id = useId()
  const accountId = useAccountId()
  const { data: me } = useSuspenseQuery(meQuery)
  // In an account that waits for its deletion there is nothing to set any more.
  const isOpen = me.accounts.some((one) => one.accountId === accountId && one.standing === null)
  useEffect(close, [pathname, close])
  if (!isOpen) return <Outlet />
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <UnstyledButton
          className={classes.opener}
          aria-expanded={opened}
          aria-controls={id}
          onClick={toggle}
          data-opened={opened}
        >
          {t('settings.section', { name: t(`settings.sections.${currentSection(pathname)}.name`) })}
          <IconChevronDown size={18} aria-hidden="true" />
        </UnstyledButton>
        <nav id={id} aria-label={t('settings.navigation')} className={classes.nav} data-opened={opened}>
          <SettingsNavigation />
        </nav>
      </div>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  )
}

function currentSection(pathname: string) {
  const all = sectionGroups.flatMap(({ sections }) => sections.map(({ name }) => name))
  return all.find((name) => pathname.includes(`/settings/${name}`)) ?? 'overview'
}
