import { Button, Group, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { AgentPolicy } from './policies.queries.ts'

interface Props {
  accountId: number
  saved: AgentPolicy
  tag: string | null
  mayChange: boolean
}

const choices = ['OFF', 'READ', 'WRITE'] as const

export function AgentsForm({ accountId, saved, tag, mayChange }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [access, setAccess] = useState(saved.access)
  const saving = useApiMutation({
    mutationFn: async (body: AgentPolicy) => {
      try {
        return await api.account(accountId).put('/agent-policy', { body, ifMatch: tag })
      } finally {
        // Also when it was refused: somebody else may have been faster.
        void queries.invalidateQueries({ queryKey: ['agent-policy', accountId] })
      }
    },
    successMessage: t('common.saved'),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ access })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Radio.Group aria-label={t('agents.title')} value={access} onChange={(value) => setAccess(value)}>
          <Stack gap="sm">
            {choices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={t(`agents.access.${choice}`)}
                description={t(`agents.accessHelp.${choice}`)}
                disabled={!mayChange}
              />
            ))}
          </Stack>
        </Radio.Group>
        {mayChange && (
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={access === saved.access}>
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
