import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, isProblem, type Body } from '../../api/index.ts'
import { currentLanguage, languages, type Language } from '../../i18n/index.ts'
import { WantedFields } from '../../parts/alerts/wanted-fields.tsx'
import type { Wanted } from '../../parts/alerts/use-wish-text.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

const services = ['SLACK', 'TEAMS'] as const
const urlReasons = ['INVALID', 'SCHEME', 'CREDENTIALS', 'FRAGMENT', 'PORT', 'ADDRESS'] as const

interface Draft extends Wanted {
  name: string
  service: (typeof services)[number]
  url: string
  language: Language
}

const newRoom = (): Draft => ({
  name: '',
  service: 'SLACK',
  url: '',
  language: currentLanguage(),
  kinds: [],
  themes: [],
  minCriticality: null,
})

export function AddRoom({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(newRoom)
  const put = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const name = draft.name.trim()
  const url = draft.url.trim()
  const add = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/alert-channels', { body: { ...draft, name, url } as Body<'addAlertChannel'> }),
    successMessage: t('rooms.added', { name }),
    invalidates: [
      ['alert-channels', accountId],
      ['settings', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  const isUrlProblem = isProblem(add.error, 'WEBHOOK_URL_REFUSED')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rooms.add')}
      submit={t('common.add')}
      onSubmit={() => add.mutate()}
      pending={add.isPending}
      error={isUrlProblem ? null : add.error}
      disabled={name === '' || url.length < 8}
    >
      <RoomFields draft={draft} put={put} error={add.error} />
      <WantedFields wanted={draft} onChange={put} />
    </FormDialog>
  )
}

interface FieldsProps {
  draft: Draft
  put: (change: Partial<Draft>) => void
  error: Error | null
}

function RoomFields({ draft, put, error }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        data-autofocus
        label={t('rooms.name')}
        placeholder={t('rooms.nameExample')}
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <Select
        label={t('rooms.service')}
        description={t('rooms.serviceHelp')}
        data={services.map((value) => ({ value, label: t(`rooms.services.${value}`) }))}
        value={draft.service}
        onChange={(service) => put({ service: service ?? draft.service })}
        allowDeselect={false}
      />
      <TextInput
        type="url"
        label={t('rooms.address')}
        description={t('rooms.addressHelp')}
        maxLength={2000}
        autoComplete="off"
        value={draft.url}
        error={useUrlProblem(error)}
        onChange={(event) => put({ url: event.currentTarget.value })}
      />
      <Select
        label={t('rooms.language')}
        data={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
        value={draft.language}
        onChange={(language) => put({ language: language ?? draft.language })}
        allowDeselect={false}
      />
    </>
  )
}

/** Rooms are reached as webhooks are, and their addresses refused for the same reasons. */
function useUrlProblem(error: Error | null): string | null {
  const { t } = useTranslation()
  if (!isProblem(error, 'WEBHOOK_URL_REFUSED')) return null
  const reason = urlReasons.find((one) => one === error.body['reason'])
  return reason === undefined ? error.message : t(`webhooks.urlReason.${reason}`)
}
