import { NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Provider } from './datahub.queries.ts'
import { HttpFields } from './http-fields.tsx'
import { bodyOf, draftOf, type ProviderDraft } from './provider-draft.ts'
import { ReadingFields } from './reading-fields.tsx'
import { isValidScale } from './scale-check.ts'

interface Props {
  accountId: number
  provider: Provider
  name: string
  onClose: () => void
}

const kinds = ['FILE', 'HTTP', 'PUSH'] as const

export function ProviderSettings({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(provider))
  const change = (part: Partial<ProviderDraft>) => setDraft({ ...draft, ...part })
  const save = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .put('/datahub/providers/{provider}', { path: { provider: provider.provider }, body: bodyOf(draft) }),
    successMessage: t('datahub.saved', { name }),
    invalidates: [['datahub', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  const isIncomplete =
    draft.label.trim() === '' ||
    (draft.kind === 'HTTP' && draft.baseUrl.length < 8) ||
    !isValidScale(draft.scale)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('datahub.setTitle', { name })}
      submit={t('common.save')}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={save.error}
      disabled={isIncomplete}
      size="lg"
    >
      <General draft={draft} onChange={change} />
      {draft.kind === 'HTTP' && (
        <HttpFields draft={draft} onChange={change} knownHeader={provider.authHeader} />
      )}
      <ReadingFields draft={draft} onChange={change} known={provider.scale} />
    </FormDialog>
  )
}

function General({
  draft,
  onChange,
}: {
  draft: ProviderDraft
  onChange: (part: Partial<ProviderDraft>) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('datahub.label')}
        maxLength={200}
        value={draft.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Radio.Group label={t('datahub.how')} value={draft.kind} onChange={(kind) => onChange({ kind })}>
        <Stack gap="xs" mt="xs">
          {kinds.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={t(`datahub.kind.${kind}`)}
              description={t(`datahub.kindHelp.${kind}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('datahub.staleAfterDays')}
        description={t('datahub.staleHelp')}
        min={1}
        max={3650}
        allowDecimal={false}
        value={draft.staleAfterDays}
        onChange={(value) => onChange({ staleAfterDays: Number(value) })}
      />
    </>
  )
}
