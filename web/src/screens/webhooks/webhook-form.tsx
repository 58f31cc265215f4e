import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/index.ts'
import { EventChoice } from './event-choice.tsx'

export interface WebhookDraft {
  url: string
  description: string
  /** Null for every event. */
  eventNames: readonly string[] | null
}

interface Props {
  draft: WebhookDraft
  onDraft: (draft: WebhookDraft) => void
  error: Error | null
}

const urlReasons = ['INVALID', 'SCHEME', 'CREDENTIALS', 'FRAGMENT', 'PORT', 'ADDRESS'] as const

export const isUrlProblem = (error: Error | null) => isProblem(error, 'WEBHOOK_URL_REFUSED')

export const bodyOf = ({ url, description, eventNames }: WebhookDraft) => ({
  url: url.trim(),
  description: description.trim(),
  eventNames: [...(eventNames ?? [])],
})

/** An empty choice would mean every event to the server. */
export const isComplete = ({ url, eventNames }: WebhookDraft) =>
  url.trim().length >= 8 && (eventNames === null || eventNames.length > 0)

export function WebhookForm({ draft, onDraft, error }: Props) {
  const { t } = useTranslation()
  const change = (part: Partial<WebhookDraft>) => onDraft({ ...draft, ...part })
  return (
    <>
      <TextInput
        label={t('webhooks.address')}
        description={t('webhooks.addressHelp')}
        placeholder="https://hooks.example.com/vigie"
        type="url"
        data-autofocus
        autoComplete="off"
        maxLength={2000}
        value={draft.url}
        error={useUrlProblem(error)}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label={`${t('webhooks.description')} (${t('common.optional')})`}
        description={t('webhooks.descriptionHelp')}
        maxLength={500}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <EventChoice value={draft.eventNames} onChange={(eventNames) => change({ eventNames })} />
    </>
  )
}

function useUrlProblem(error: Error | null): string | null {
  const { t } = useTranslation()
  if (!isProblem(error, 'WEBHOOK_URL_REFUSED')) return null
  const reason = urlReasons.find((one) => one === error.body['reason'])
  return reason === undefined ? error.message : t(`webhooks.urlReason.${reason}`)
}
