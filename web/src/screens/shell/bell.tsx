import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import classes from './shell.module.css'

const AlertList = lazy(async () => ({ default: (await import('./alert-list.tsx')).AlertList }))

const unreadQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['alerts', accountId, 'unread'],
    queryFn: ({ signal }) => api.account(accountId).get('/alerts/unread-count', { signal }),
    staleTime: 30_000,
    // Alerts are made every minute.
    refetchInterval: 60_000,
  })

/** How many alerts are unread; what they say is loaded when somebody asks. */
export function Bell({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure(false)
  const { data } = useQuery(unreadQuery(accountId))
  const count = data?.unread ?? 0
  return (
    <Popover position="bottom-end" width={380} shadow="md" trapFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <UnstyledButton className={classes.bell} onClick={toggle}>
          <IconBell size={20} stroke={1.7} aria-hidden="true" />
          <VisuallyHidden>
            {t('shell.alerts')}
            {count > 0 && `, ${t('shell.alertsUnread', { count })}`}
          </VisuallyHidden>
          {count > 0 && (
            <span className={classes.unread} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('shell.alerts')}>
        {opened && (
          <Suspense fallback={null}>
            <AlertList accountId={accountId} onLeave={close} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
