import { Button, Divider, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell, IconLogout, IconShieldLock, type Icon } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../api/index.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import classes from './shell.module.css'
import { useSignOut } from './use-sign-out.ts'

// Loaded when somebody opens the menu: the first page does without them.
const LanguageChoice = lazy(async () => ({
  default: (await import('../../ui/preferences.tsx')).LanguageChoice,
}))
const ThemeChoice = lazy(async () => ({ default: (await import('../../ui/preferences.tsx')).ThemeChoice }))

function initialsOf(name: string): string {
  const text = name.split(/[\s.@_-]+/).filter((word) => word !== '')
  const letters = text.length > 1 ? [text[0], text.at(-1)] : [text[0]]
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}

const entry = (Picture: Icon) =>
  ({
    variant: 'subtle',
    color: 'gray',
    c: 'var(--mantine-color-text)',
    fullWidth: true,
    justify: 'flex-start',
    leftSection: <Picture size={18} stroke={1.7} aria-hidden="true" />,
  }) as const

/** With the account somebody works in; without one where they look after what is theirs in all. */
export function UserMenu({ me, accountId }: { me: Me; accountId?: number }) {
  const { t } = useTranslation()
  const leave = useSignOut()
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover position="bottom-end" width={290} shadow="md" trapFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <UnstyledButton className={classes.initials} onClick={toggle}>
          {initialsOf(me.name)}
          <VisuallyHidden>, {t('shell.userMenu', { name: me.name })}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('shell.userMenu', { name: me.name })}>
        <div className={classes.person}>
          <Text size="sm" fw={600}>
            {me.name}
          </Text>
          {me.email !== null && (
            <Text size="xs" c="dimmed">
              {me.email}
            </Text>
          )}
        </div>
        <Divider mb={4} />
        <div className={classes.choice}>
          <span className={classes.choiceLabel}>{t('shell.language')}</span>
          <Suspense>
            <LanguageChoice />
          </Suspense>
        </div>
        <div className={classes.choice}>
          <span className={classes.choiceLabel}>{t('shell.theme')}</span>
          <Suspense>
            <ThemeChoice />
          </Suspense>
        </div>
        <Divider my={4} />
        {accountId !== undefined && (
          <ButtonLink
            to="/account/$accountId/alert-settings"
            params={{ accountId }}
            onClick={close}
            {...entry(IconBell)}
          >
            {t('shell.myAlerts')}
          </ButtonLink>
        )}
        <ButtonLink to="/security" {...entry(IconShieldLock)}>
          {t('shell.security')}
        </ButtonLink>
        <Button onClick={() => void leave()} {...entry(IconLogout)}>
          {t('shell.signOut')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
