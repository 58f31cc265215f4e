import { Loader, Popover, UnstyledButton } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { clockQuery, isOnItsWay } from '../../parts/clock/clock.queries.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './shell.module.css'

const ClockJumps = lazy(async () => ({ default: (await import('./clock-jumps.tsx')).ClockJumps }))

/** In a sandbox time can be let pass, to see what it brings; real accounts show nothing here. */
export function SandboxClock({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: clock } = useQuery(clockQuery(accountId))
  if (clock?.kind !== 'SANDBOX') return null
  const isMoving = isOnItsWay(clock)
  const day = format.day(clock.now)
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.clock} aria-label={t('shell.clock', { day })}>
          {isMoving ? (
            <Loader size={15} aria-hidden="true" />
          ) : (
            <IconHourglassHigh size={16} aria-hidden="true" />
          )}
          <span className={classes.clockDay}>{day}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.sandbox')}>
        <Suspense fallback={null}>
          <ClockJumps accountId={accountId} day={day} disabled={isMoving} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
