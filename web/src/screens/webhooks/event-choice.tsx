import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { families, familyOf, type EventFamily, type EventName } from '../../parts/timeline/event-family.ts'
import { eventLabel } from '../../parts/timeline/event-text.ts'
import classes from './webhooks.module.css'

interface Props {
  /** Null for every event. */
  value: readonly EventName[] | null
  onChange: (value: EventName[] | null) => void
}

export function EventChoice({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('webhooks.eventsMode')}
      value={value === null ? 'all' : 'some'}
      onChange={(mode) => onChange(mode === 'all' ? null : [])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={t('webhooks.everyEvent')} />
        <Radio value="some" label={t('webhooks.chosenEvents')} />
        {value !== null && <EventList value={value} onChange={onChange} />}
      </Stack>
    </Radio.Group>
  )
}

function EventList({ value, onChange }: Pick<FamilyProps, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  const [requested, setAsked] = useState('')
  const all = Object.keys(t('events.name', { returnObjects: true })) as EventName[]
  const found = all.filter((name) => matches(requested, name, eventLabel(t, name)))
  return (
    <div className={classes.events}>
      <TextInput
        aria-label={t('webhooks.searchEvents')}
        placeholder={t('webhooks.searchEvents')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={requested}
        onChange={(event) => setAsked(event.currentTarget.value)}
        // Enter looks for an event here; it must not send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.families}>
        {families.map((family) => (
          <Family
            key={family}
            family={family}
            names={found.filter((name) => familyOf(name) === family)}
            value={value}
            onChange={onChange}
          />
        ))}
        {found.length === 0 && <span className={classes.chosen}>{t('webhooks.noEventFound')}</span>}
      </div>
      <span className={classes.chosen} aria-live="polite">
        {t('webhooks.chosen', { count: value.length, total: all.length })}
      </span>
    </div>
  )
}

function matches(requested: string, name: string, label: string): boolean {
  const terms = requested.toLowerCase().split(/\s+/)
  const text = `${name} ${name.replaceAll('_', ' ')} ${label}`.toLowerCase()
  return terms.every((word) => text.includes(word))
}

interface FamilyProps {
  family: EventFamily
  names: readonly EventName[]
  value: readonly EventName[]
  onChange: (value: EventName[]) => void
}

function Family({ family, names, value, onChange }: FamilyProps) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  const chosen = names.filter((name) => value.includes(name)).length
  function choose(wanted: readonly EventName[], isChosen: boolean) {
    const others = value.filter((name) => !wanted.includes(name))
    onChange(isChosen ? [...others, ...wanted] : others)
  }
  return (
    <fieldset className={classes.family}>
      <div className={classes.familyHead}>
        <Checkbox
          label={<strong>{t(`events.group.${family}`)}</strong>}
          checked={chosen === names.length}
          indeterminate={chosen > 0 && chosen < names.length}
          onChange={(event) => choose(names, event.currentTarget.checked)}
        />
      </div>
      <div className={classes.familyEvents}>
        {names.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={eventLabel(t, name)}
            checked={value.includes(name)}
            onChange={(event) => choose([name], event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
