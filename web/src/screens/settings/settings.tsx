import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sectionGroups } from './sections.ts'
import { SettingsNavigation } from './settings-navigation.tsx'
import classes from './settings.module.css'

/** Every section beside the list of all; on a narrow screen the list opens from a button above it. */
export function Settings() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [opened, { toggle, close }] = useDisclosure(false)
  const id = useId()
  useEffect(close, [pathname, close])
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
