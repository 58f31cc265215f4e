import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'

const jumps = [7, 30, 90] as const

interface ClockJumpsProps {
  readonly accountId: number
  readonly day: string
  readonly disabled: boolean
}

/** What the day of a sandbox means, and how far it can be moved. Loaded when somebody asks. */
export function ClockJumps({ accountId, day, disabled }: ClockJumpsProps) {
  const { t } = useTranslation()
  const { administer } = useRights(accountId)
  const advancing = useApiMutation({
    mutationFn: (days: number) => api.account(accountId).post('/clock/advance', { body: { days } }),
    invalidates: [['clock', accountId]],
  })
  return (
    <Stack gap="sm">
      <Text size="sm">{t('shell.clockHelp', { day })}</Text>
      {administer && (
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
      )}
    </Stack>
  )
}
