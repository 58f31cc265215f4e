import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import { eventLabel } from '../../parts/timeline/event-text.ts'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { errorText } from './error-text.ts'
import type { Delivery, DeliveryState } from './webhooks.queries.ts'
import classes from './webhooks.module.css'

interface Props {
  accountId: number
  endpointId: number
  delivery: Delivery
  mayChange: boolean
}

const tones: Record<DeliveryState, Tone> = {
  PENDING: 'info',
  DELIVERED: 'good',
  FAILED: 'warning',
  DEAD: 'bad',
}

export function DeliveryItem(props: Props) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <li className={classes.delivery}>
      <UnstyledButton className={classes.line} aria-expanded={opened} aria-controls={id} onClick={toggle}>
        <Line delivery={props.delivery} />
        <IconChevronDown size={17} aria-hidden="true" />
      </UnstyledButton>
      <div id={id}>{opened && <DeliveryDetail {...props} />}</div>
    </li>
  )
}

type HitChange = keyof Texts['webhooks']['hitChange']

/** Changes of hits have names of their own, behind a point. */
function messageLabel(t: TFunction, name: string): string {
  const [kind, change] = name.split('.')
  return kind === 'screening' ? t(`webhooks.hitChange.${change as HitChange}`) : eventLabel(t, name)
}

function Line({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, eventName, test, attempts, nextAttemptAt, status, error, createdAt } = delivery
  const tried = t('webhooks.attempts', { count: attempts })
  const isWaiting = state === 'FAILED' && nextAttemptAt !== null
  const next = isWaiting ? ` · ${t('webhooks.next', { when: format.ago(nextAttemptAt) })}` : ''
  return (
    <>
      <span className={classes.what}>
        {test ? t('webhooks.testMessage') : messageLabel(t, eventName)}
        {error !== null && (
          <span className={classes.purpose}>
            {errorText(t, error)}
            {status !== null && ` (${status})`}
          </span>
        )}
      </span>
      <span>
        <Pill tone={tones[state]}>{t(`webhooks.deliveryState.${state}`)}</Pill>
      </span>
      <span className={classes.muted}>{attempts === 0 ? '' : tried + next}</span>
      <span className={classes.muted}>{format.moment(createdAt)}</span>
    </>
  )
}
