import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { AttributeField } from '../../parts/attributes/attribute-field.tsx'
import { valuesOf, type AttributeValue } from '../../parts/attributes/attribute-value.ts'
import { Facts, Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './dossier.module.css'
import { attributesQuery, type Dossier } from './dossier.queries.ts'
import { IndicatorsPanel } from './indicators-panel.tsx'

/** What the account notes about the dossier, and what its indicators say. */
export function DetailsTab({ dossier }: { dossier: Dossier }) {
  return (
    <div className={classes.columns}>
      <AttributesPanel dossier={dossier} />
      <IndicatorsPanel dossier={dossier} />
    </div>
  )
}

function AttributesPanel({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage } = useRights(accountId)
  const { dossierId, archived } = dossier
  const attributes = useQuery(attributesQuery(accountId, dossierId))
  const save = useApiMutation({
    mutationFn: ({ label, value }: { label: string; value: AttributeValue }) =>
      api.account(accountId).post('/dossiers/{dossierId}/attributes', {
        path: { dossierId },
        body: { label, values: valuesOf(value) },
      }),
    invalidates: [['dossier', accountId, dossierId]],
    silent: true,
  })
  return (
    <Panel title={t('dossier.attributes.title')} help={t('dossier.attributes.help')}>
      {attributes.isPending && <Skeleton height={90} radius={10} />}
      {attributes.isError && (
        <ProblemAlert
          title={t('dossier.attributes.failed')}
          error={attributes.error}
          onRetry={() => void attributes.refetch()}
        />
      )}
      {attributes.data?.length === 0 && <NoAttributes />}
      <Facts
        facts={(attributes.data ?? []).map((one) => ({
          label: one.label,
          value: (
            <AttributeField
              definition={one}
              value={one.value}
              disabled={!manage || archived}
              onSave={(value) => save.mutateAsync({ label: one.label, value })}
            />
          ),
        }))}
      />
    </Panel>
  )
}

function NoAttributes() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <Text size="sm">
      {t('dossier.attributes.none')}{' '}
      {administer && (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => (
            <Link to="/account/$accountId/settings/attributes" params={{ accountId }} {...props} />
          )}
        >
          {t('dossier.attributes.settings')}
        </Anchor>
      )}
    </Text>
  )
}
