import { Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { problemText } from '../../ui/problem-text.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { simulationQuery, type Rule } from './rules.queries.ts'

/** On: says first what it will open. Off: what it has opened stays. */
export function ActivationSwitch({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { ruleId, active, version } = rule
  const [isConfirming, dialog] = useDisclosure(false)
  const refresh = [
    ['rules', accountId],
    ['dossiers', accountId],
  ] as const
  const turnOff = useApiMutation({
    mutationFn: () => api.account(accountId).post('/rules/{ruleId}/deactivate', { path: { ruleId } }),
    successMessage: t('rules.turnedOff', { name: rule.name }),
    invalidates: refresh,
  })
  const turnOn = useApiMutation({
    // The version that was shown: a change made meanwhile by someone else is refused.
    mutationFn: () =>
      api
        .account(accountId)
        .post('/rules/{ruleId}/activate', { path: { ruleId }, body: { expectedVersion: version } }),
    successMessage: t('rules.turnedOn', { name: rule.name }),
    invalidates: refresh,
    onSuccess: dialog.close,
  })
  return (
    <>
      <Switch
        checked={active}
        label={active ? t('rules.active') : t('rules.inactive')}
        aria-label={t('rules.switch', { name: rule.name })}
        disabled={turnOff.isPending}
        onChange={() => (active ? turnOff.mutate() : dialog.open())}
      />
      <ConfirmDialog
        opened={isConfirming}
        onClose={dialog.close}
        title={t('rules.turnOnTitle', { name: rule.name })}
        detail={t('rules.turnOnDetail')}
        confirm={t('rules.turnOn')}
        pending={turnOn.isPending}
        onConfirm={() => turnOn.mutate()}
      >
        {isConfirming && <Forecast rule={rule} />}
      </ConfirmDialog>
    </>
  )
}

function Forecast({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const format = useFormat()
  const simulation = useQuery(simulationQuery(useAccountId(), { ruleId: rule.ruleId, draft: rule }))
  if (simulation.isError) return <Text size="sm">{problemText(simulation.error, t)}</Text>
  if (simulation.data === undefined) return <Text size="sm">{t('rules.simulating')}</Text>
  const { toOpen, matchingThirdParties } = simulation.data
  return (
    <Text size="sm" fw={600}>
      {t('rules.willOpen', {
        dossiers: format.number(toOpen),
        companies: format.number(matchingThirdParties),
      })}
    </Text>
  )
}
