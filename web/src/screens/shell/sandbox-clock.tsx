import { Button, Loader, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { clockQuery, isOnItsWay } from '../../parts/clock/clock.queries.ts'
import { useFormat } from '../../ui/format.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './shell.module.css'

const jumps = [7, 30, 90] as const

/** In a sandbox time can be let pass, to see what it brings; real accounts show nothing here. */
export function SandboxClock({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { administer } = useRights(accountId)
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
        <Stack gap="sm">
          <Text size="sm">{t('shell.clockHelp', { day })}</Text>
          {administer && <ClockJumps accountId={accountId} disabled={isMoving} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ClockJumps({ accountId, disabled }: { accountId: number; disabled: boolean }) {
  const { t } = useTranslation()
  const advancing = useApiMutation({
    mutationFn: (days: number) => api.account(accountId).post('/clock/advance', { body: { days } }),
    invalidates: [['clock', accountId]],
  })
  return (
    <Stack gap={6}>
      {jumps.map((days) => (
        <Button
          key={days}
          variant="default"
          size="xs"
          disabled={disabled}
          loading={advancing.isPending && advancing.variables === days}
          onClick={() => advancing.mutate(days)}
        >
          {t('shell.letPass', { count: days })}
        </Button>
      ))}
    </Stack>
  )
}
