import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { BankGuard } from './policies.queries.ts'
import classes from './policies.module.css'

interface Props {
  accountId: number
  saved: BankGuard
  tag: string | null
  mayChange: boolean
}

type Draft = Pick<BankGuard, 'enabled'> & { recentChangeDays: number | null; newContactDays: number | null }

const signs = [
  'BANK_ACCOUNT_CHANGED',
  'BANK_COUNTRY_DIFFERS',
  'BANK_HOLDER_DIFFERS',
  'BIC_CONTRADICTS',
  'BANK_CHANGED_AGAIN',
  'BANK_SENDER_IS_NEW',
] as const

function useSave(accountId: number, tag: string | null) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: async (body: BankGuard) => {
      try {
        return await api.account(accountId).patch('/bank-guard', { body, ifMatch: tag })
      } finally {
        // Also when it was refused: somebody else may have been faster.
        void queries.invalidateQueries({ queryKey: ['bank-guard', accountId] })
      }
    },
    successMessage: t('common.saved'),
  })
}

export function BankForm({ accountId, saved, tag, mayChange }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(saved)
  const saving = useSave(accountId, tag)
  const { enabled, recentChangeDays, newContactDays } = draft
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (recentChangeDays !== null && newContactDays !== null)
      saving.mutate({ enabled, recentChangeDays, newContactDays })
  }
  const days = {
    min: 0,
    max: 3660,
    allowDecimal: false,
    allowNegative: false,
    w: 150,
    suffix: ` ${t('policies.days')}`,
    disabled: !mayChange,
    classNames: { label: classes.label ?? '' },
  }
  const numberOf = (value: number | string) => (value === '' ? null : Number(value))
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Switch
          label={t('policies.guard')}
          description={t('policies.guardHelp')}
          checked={enabled}
          disabled={!mayChange}
          onChange={({ currentTarget }) => setDraft({ ...draft, enabled: currentTarget.checked })}
        />
        <NumberInput
          {...days}
          label={t('policies.recentChange')}
          value={recentChangeDays ?? ''}
          onChange={(value) => setDraft({ ...draft, recentChangeDays: numberOf(value) })}
        />
        <NumberInput
          {...days}
          label={t('policies.newContact')}
          value={newContactDays ?? ''}
          onChange={(value) => setDraft({ ...draft, newContactDays: numberOf(value) })}
        />
        <Signs />
        {mayChange && (
          <Group>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={!isChanged || recentChangeDays === null || newContactDays === null}
            >
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function Signs() {
  const { t } = useTranslation()
  return (
    <div className={classes.signs}>
      <p>{t('policies.signs')}</p>
      <ul>
        {signs.map((sign) => (
          <li key={sign}>{t(`policies.sign.${sign}`)}</li>
        ))}
      </ul>
    </div>
  )
}
