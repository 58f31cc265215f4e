import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, isProblem } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './policies.module.css'
import type { Causes } from './policies.queries.ts'

interface Props {
  accountId: number
  saved: Causes
  tag: string | null
  mayChange: boolean
}

const effects = ['OFF', 'ASK', 'SUSPEND'] as const

interface Change {
  causes: Causes
  /** How many decisions may be reopened; the usual number when absent. */
  atMost?: number
}

function useSave(accountId: number, tag: string | null, onWide: (count: number) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: async (change: Change) => {
      try {
        return await api.account(accountId).put('/relationship-policy', { body: change, ifMatch: tag })
      } catch (error) {
        // Said in a question, not as a fault: nothing has been changed.
        if (isProblem(error, 'RELATIONSHIP_POLICY_WIDE')) onWide(Number(error.body['count']))
        else {
          toast.problem(error)
          // Somebody else may have been faster.
          void queries.invalidateQueries({ queryKey: ['relationship-policy', accountId] })
        }
        throw error
      }
    },
    successMessage: ({ reopens }) =>
      reopens === 0 ? t('policies.relationSaved') : t('policies.relationReopens', { count: reopens }),
    invalidates: [
      ['relationship-policy', accountId],
      ['thirdparties', accountId],
    ],
    silent: true,
  })
}

export function RelationshipForm({ accountId, saved, tag, mayChange }: Props) {
  const { t } = useTranslation()
  const [causes, setCauses] = useState(saved)
  const [wide, setWide] = useState<number | null>(null)
  const saving = useSave(accountId, tag, setWide)
  const send = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ causes })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <div className={classes.causes}>
          {(Object.keys(saved) as (keyof Causes)[]).map((cause) => (
            <Select
              key={cause}
              label={t(`policies.cause.${cause}`)}
              data={effects.map((value) => ({ value, label: t(`policies.effect.${value}`) }))}
              value={causes[cause]}
              onChange={(effect) => setCauses({ ...causes, [cause]: effect ?? causes[cause] })}
              disabled={!mayChange}
              allowDeselect={false}
            />
          ))}
        </div>
        <Text size="sm" c="dimmed" maw={560}>
          {t('policies.approvedOnly')}
        </Text>
        {mayChange && (
          <Group>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={JSON.stringify(causes) === JSON.stringify(saved)}
            >
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        opened={wide !== null}
        onClose={() => setWide(null)}
        title={t('policies.wideTitle')}
        detail={t('policies.wideDetail', { count: wide ?? 0 })}
        confirm={t('policies.wideConfirm', { count: wide ?? 0 })}
        onConfirm={() => {
          saving.mutate({ causes, atMost: wide ?? 0 })
          setWide(null)
        }}
        pending={saving.isPending}
      />
    </form>
  )
}
