import type { TFunction } from 'i18next'
import type { timeline } from '../../i18n/en/timeline.ts'
import type { EventName } from './event-family.ts'
import type { JournalEvent } from './timeline.queries.ts'

export const eventLabel = (t: TFunction, name: string): string => t(`events.name.${name as EventName}`)

/** By its name, but for what several events share one. */
export function eventTitle(t: TFunction, { eventName, data }: JournalEvent): string {
  const kind = kindTitles[data['kind'] as keyof typeof kindTitles]
  if (kind !== undefined) return t(kind)
  // The first page has not loaded the words of approvals, findings and decisions: there it goes by its name.
  const defaultValue = eventLabel(t, eventName)
  const step = approvalWord(data)
  if (step !== null) return t(`timeline.approval.${step}`, { defaultValue })
  if (data['kind'] === 'FINDING') return t(`findings.event.${data['change'] as 'OPENED'}`, { defaultValue })
  if (isDecision(data)) return t(`relationship.event.${data['change'] as 'DECIDED'}`, { defaultValue })
  return defaultValue
}

const kindTitles = {
  STATUS_REASON: 'timeline.reasonChanged',
  OWNER: 'timeline.ownerChanged',
  FOLLOWERS: 'timeline.followersChanged',
} as const

/** What became of an approval, or of one of its steps; null for other events. */
function approvalWord({ kind, act, outcome, after }: JournalEvent['data']): ApprovalWord | null {
  if (kind !== 'APPROVAL_STEP') return null
  const word =
    act === 'STEP_MOVED'
      ? `STEP_${textIn(after, 'state')}`
      : act === 'DECIDED'
        ? `DECIDED_${String(outcome)}`
        : act === 'CONCLUDED'
          ? `CONCLUDED_${textIn(after, 'approval')}`
          : String(act)
  return word as ApprovalWord
}

const isDecision = (data: JournalEvent['data']) => data['kind'] === 'RELATIONSHIP'

const isNewReason = (data: JournalEvent['data']) => data['kind'] === 'STATUS_REASON'

/** Who did it; the service's own work goes by the service's name. */
export function actorText(t: TFunction, { type, name }: JournalEvent['actor']): string {
  if (type === 'JOB') return t('events.actor.JOB')
  if (name !== null) return name
  return type === 'USER' || type === 'CONTACT' ? t('events.actor.erased') : t(`events.actor.${type}`)
}

/** Who did it, and that a program did it for them. The first page has not loaded those words: there the person stands alone. */
export function doerText(t: TFunction, { actor, data }: JournalEvent): string {
  const name = actorText(t, actor)
  const agent = textIn(data, 'agent')
  return agent === null ? name : t('agents.through', { name, agent, defaultValue: name })
}

type ApprovalWord = keyof typeof timeline.approval
type Member = Record<string, unknown>

const isMember = (value: unknown): value is Member => typeof value === 'object' && value !== null
const textIn = (value: unknown, name: string): string | null =>
  isMember(value) && typeof value[name] === 'string' && value[name] !== '' ? value[name] : null

/** What changed, in a few words, where the event's own data says it briefly. */
export function changeText(t: TFunction, { eventName, data }: JournalEvent): string | null {
  const { before, after } = data
  if (eventName.includes('_STATUS_UPDATE')) {
    return arrow(t, statusText(t, eventName, before), statusText(t, eventName, after))
  }
  if (isNewReason(data)) return arrow(t, reasonText(t, before), reasonText(t, after))
  if (isDecision(data)) return decisionText(t, before, after)
  if (data['kind'] === 'FINDING') return findingText(t, data)
  if (eventName.includes('_INDICATOR_')) {
    const code = String(data['code']) as 'COMPLIANCE'
    const name = t(`events.indicator.${code}`, { defaultValue: code })
    return t('timeline.named', { name, words: arrow(t, valueText(before), valueText(after)) })
  }
  if (eventName.includes('_ATTRIBUTE_')) {
    const text = arrow(t, plain(before), plain(after))
    const name = textIn(data, 'label')
    return name === null ? text : t('timeline.named', { name, words: text })
  }
  const said = textIn(data, 'text') ?? textIn(data, 'comment')
  const quote = said === null ? null : t('timeline.quote', { said })
  const step = approvalWord(data) === null ? null : textIn(data, 'step')
  if (step !== null) return quote === null ? step : t('timeline.named', { name: step, words: quote })
  if (quote !== null) return quote
  return textIn(data['contact'], 'email')
}

/** What somebody wrote about it; of what was found through a hit the journal tells no words. */
function findingText(t: TFunction, data: JournalEvent['data']): string | null {
  const said = ['comment', 'remark', 'reason'].map((name) => textIn(data, name)).find((one) => one !== null)
  return said ? t('timeline.quote', { said }) : textIn(data['after'], 'title')
}

function decisionText(t: TFunction, before: unknown, after: unknown): string | null {
  const stateOf = (side: unknown) => textIn(isMember(side) ? side['relationship'] : null, 'state')
  const [from, to] = [stateOf(before), stateOf(after)]
  const name = (state: string) => t(`relationship.state.${state as 'APPROVED'}`, { defaultValue: state })
  return to === null ? null : from === null || from === to ? name(to) : arrow(t, name(from), name(to))
}

function arrow(t: TFunction, before: string | null, after: string | null): string {
  const nothing = t('timeline.nothing')
  return t('timeline.change', { before: before ?? nothing, after: after ?? nothing })
}

function statusText(t: TFunction, eventName: string, status: unknown): string | null {
  if (typeof status !== 'string') return null
  if (eventName === 'DOCUMENT_DOCCHECK_STATUS_UPDATE') {
    return t(`labels.verificationStatus.${status as 'VERIFIED'}`, { defaultValue: status })
  }
  const code = status as 'VALID'
  return eventName.startsWith('DOSSIER_')
    ? t(`labels.dossierStatus.${code}`, { defaultValue: status })
    : t(`labels.documentStatus.${code}`, { defaultValue: status })
}

function reasonText(t: TFunction, state: unknown): string | null {
  const reason = textIn(state, 'statusReason')
  return reason && t(`dossier.reason.${reason as 'NO_ANSWER'}`, { defaultValue: reason })
}

function valueText(state: unknown): string | null {
  if (!isMember(state) || typeof state['value'] !== 'number') return null
  const rating = textIn(state, 'rating')
  return rating === null ? String(state['value']) : `${state['value']} (${rating})`
}

function plain(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
