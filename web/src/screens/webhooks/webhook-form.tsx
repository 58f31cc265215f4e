import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isProblem, type Answer } from '../../api/index.ts'
import type { EventName } from '../../parts/timeline/event-family.ts'
import { EventChoice } from './event-choice.tsx'

type WebhookClass = Answer<'getWebhook'>['classes'][number]

export interface WebhookDraft {
  url: string
  description: string
  /** Null for every event. */
  eventNames: readonly EventName[] | null
  classes: readonly WebhookClass[]
}

interface Props {
  draft: WebhookDraft
  onDraft: (draft: WebhookDraft) => void
  error: Error | null
}

const urlReasons = ['INVALID', 'SCHEME', 'CREDENTIALS', 'FRAGMENT', 'PORT', 'ADDRESS'] as const

export const isUrlProblem = (error: Error | null) => isProblem(error, 'WEBHOOK_URL_REFUSED')

export const bodyOf = ({ url, description, eventNames, classes }: WebhookDraft) => ({
  url: url.trim(),
  description: description.trim(),
  eventNames: [...(eventNames ?? [])],
  classes: [...classes],
})

/** An empty choice would mean every event to the server. */
export const isComplete = ({ url, eventNames }: WebhookDraft) =>
  url.trim().length >= 8 && (eventNames === null || eventNames.length > 0)

/** Other classes stay as they were chosen. */
function withHits(classes: readonly WebhookClass[], wanted: boolean): WebhookClass[] {
  const others = classes.filter((one) => one !== 'SCREENING')
  return wanted ? [...others, 'SCREENING'] : others
}

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
      <Checkbox
        label={t('webhooks.hits')}
        description={t('webhooks.hitsHelp')}
        checked={draft.classes.includes('SCREENING')}
        onChange={(event) => change({ classes: withHits(draft.classes, event.currentTarget.checked) })}
      />
    </>
  )
}

function useUrlProblem(error: Error | null): string | null {
  const { t } = useTranslation()
  if (!isProblem(error, 'WEBHOOK_URL_REFUSED')) return null
  const reason = urlReasons.find((one) => one === error.body['reason'])
  return reason === undefined ? error.message : t(`webhooks.urlReason.${reason}`)
}
