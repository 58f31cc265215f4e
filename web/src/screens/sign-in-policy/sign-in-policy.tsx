import { Button, Group, Radio, Skeleton, Stack } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './sign-in-policy.module.css'

type Policy = Answer<'getSignInPolicy'>
type Draft = Policy['secondFactor']

const demands = ['NOBODY', 'ROLES', 'EVERYBODY'] as const satisfies readonly Draft['demand'][]

const policyQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['sign-in-policy', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/administration/sign-in-policy', { signal }),
  })

/** Of whom the account asks a second factor, and what that means for those who have none. */
export function SignInPolicy() {
  const { t } = useTranslation()
  const { administer } = useRights(useAccountId())
  return (
    <>
      <PageHeader title={t('signInPolicy.title')} lead={administer ? t('signInPolicy.lead') : undefined} />
      {administer ? <LoadedPolicy /> : <AskAdministrator detail={t('signInPolicy.reserved')} />}
    </>
  )
}

function LoadedPolicy() {
  const { t } = useTranslation()
  const query = useQuery(policyQuery(useAccountId()))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('signInPolicy.loadFailed')} error={query.error} onRetry={retry} />
  }
  return (
    <div className={classes.page}>
      {query.isPending ? <Skeleton height={260} radius="md" /> : <PolicyForm policy={query.data} />}
      <Effects />
    </div>
  )
}

function PolicyForm({ policy }: { policy: Policy }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(policy.secondFactor)
  const { demand, roles } = draft
  const saving = useApiMutation({
    mutationFn: () => {
      const secondFactor = { demand, roles: demand === 'ROLES' ? roles : [] }
      return api.account(accountId).put('/administration/sign-in-policy', { body: { secondFactor } })
    },
    successMessage: t('signInPolicy.saved'),
    invalidates: [['settings', accountId]],
    onSuccess: (saved) => {
      queries.setQueryData(policyQuery(accountId).queryKey, saved)
      setDraft(saved.secondFactor)
    },
    silent: true,
  })
  const lacksRoles = demand === 'ROLES' && roles.length === 0
  return (
    <Panel title={t('signInPolicy.demand')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <Stack gap="md">
          <DemandFields draft={draft} onChange={setDraft} lacksRoles={lacksRoles} />
          {demand !== 'NOBODY' && (
            <Notice tone="info">
              <span>{t('signInPolicy.self')}</span>
              <div>
                <ButtonLink to="/security" size="xs" mt={6} variant="default">
                  {t('shell.security')}
                </ButtonLink>
              </div>
            </Notice>
          )}
          {saving.error !== null && <ProblemAlert title={t('common.notDone')} error={saving.error} />}
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={lacksRoles}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  lacksRoles: boolean
}

function DemandFields({ draft, onChange, lacksRoles }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        aria-label={t('signInPolicy.demand')}
        value={draft.demand}
        onChange={(demand) => onChange({ ...draft, demand })}
      >
        <Stack gap="sm">
          {demands.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`signInPolicy.choice.${one}.name`)}
              description={t(`signInPolicy.choice.${one}.detail`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {draft.demand === 'ROLES' && (
        <RoleChoice
          label={t('signInPolicy.roles')}
          value={draft.roles}
          onChange={(roles) => onChange({ ...draft, roles })}
          error={lacksRoles ? t('signInPolicy.rolesNeeded') : null}
        />
      )}
    </>
  )
}

const effects = ['shut', 'enrol', 'lost', 'clients'] as const

function Effects() {
  const { t } = useTranslation()
  return (
    <Panel title={t('signInPolicy.effects')}>
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect}>{t(`signInPolicy.effect.${effect}`)}</li>
        ))}
      </ul>
    </Panel>
  )
}
