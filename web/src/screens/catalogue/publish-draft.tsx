import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { publicationQuery } from './catalogue.queries.ts'

interface Props {
  code: string
  onDone: () => void
  onCancel: () => void
}

/** Says what publishing would do before it does it. */
export function PublishDraft({ code, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [applyToOpen, setApplyToOpen] = useState(false)
  const effect = useQuery(publicationQuery(accountId, code, applyToOpen))
  const publishing = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/dossier-types/{code}/publish', { path: { code }, body: { dryRun: false, applyToOpen } }),
    successMessage: t('catalogue.published'),
    invalidates: [
      ['dossier-types', accountId],
      ['dossiers', accountId],
    ],
    onSuccess: onDone,
    silent: true,
  })
  return (
    <Stack gap="md">
      <Text>{t('catalogue.publishLead')}</Text>
      <Checkbox
        label={t('catalogue.applyToOpen')}
        description={t('catalogue.applyToOpenHelp')}
        checked={applyToOpen}
        onChange={(event) => setApplyToOpen(event.currentTarget.checked)}
      />
      {effect.isError ? (
        <ProblemAlert title={t('catalogue.effectFailed')} error={effect.error} />
      ) : (
        <Effect effect={effect.data} />
      )}
      {publishing.isError && <ProblemAlert title={t('catalogue.notPublished')} error={publishing.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={publishing.isPending}
          disabled={effect.data === undefined}
          onClick={() => publishing.mutate()}
        >
          {t('catalogue.publish')}
        </Button>
      </Group>
    </Stack>
  )
}

type Publication = Answer<'publishDossierType'>

function Effect({ effect }: { effect: Publication | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (effect === undefined) return <Skeleton height={150} />
  const figures = [
    [t('catalogue.open'), effect.openDossiers],
    [t('catalogue.changed'), effect.changedDossiers],
    [t('catalogue.added'), effect.documentsAdded],
    [t('catalogue.stopped'), effect.documentsStopped],
  ] as const
  return <Facts facts={figures.map(([label, value]) => ({ label, value: format.number(value) }))} />
}
