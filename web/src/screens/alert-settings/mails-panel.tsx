import { Select, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel.tsx'
import classes from './alert-settings.module.css'
import type { Draft } from './settings-draft.ts'
import { useHours } from './use-hours.ts'

interface Props {
  draft: Draft
  put: (change: Partial<Draft>) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7]
const usualQuiet = { from: 20, until: 7 }

export function MailsPanel({ draft, put }: Props) {
  const { t } = useTranslation()
  return (
    <Panel title={t('alerts.mailsTitle')}>
      <Stack gap="lg">
        <Switch
          label={t('alerts.mails')}
          description={t('alerts.mailsHelp')}
          checked={draft.mails}
          onChange={({ currentTarget }) => put({ mails: currentTarget.checked })}
        />
        {draft.mails && <Times draft={draft} put={put} />}
        <Text size="sm" c="dimmed">
          {t('alerts.mailsLanguage')}{' '}
          <Link to="/security" className={classes.link}>
            {t('shell.security')}
          </Link>
        </Text>
      </Stack>
    </Panel>
  )
}

function Times({ draft, put }: Props) {
  const { t } = useTranslation()
  const { hourText, dayText } = useHours()
  const zones = new Set([draft.timeZone, ...Intl.supportedValuesOf('timeZone')])
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={t('alerts.hour')}
          data={hours.map((hour) => ({ value: String(hour), label: hourText(hour) }))}
          value={String(draft.digestHour)}
          onChange={(hour) => put({ digestHour: Number(hour) })}
          allowDeselect={false}
        />
        <Select
          label={t('alerts.weekday')}
          data={weekdays.map((day) => ({ value: String(day), label: dayText(day) }))}
          value={String(draft.digestWeekday)}
          onChange={(day) => put({ digestWeekday: Number(day) })}
          allowDeselect={false}
        />
        <Select
          label={t('alerts.zone')}
          data={[...zones].toSorted()}
          value={draft.timeZone}
          onChange={(zone) => put({ timeZone: zone ?? draft.timeZone })}
          searchable
          allowDeselect={false}
        />
      </div>
      <Switch
        label={t('alerts.quiet')}
        description={t('alerts.quietHelp')}
        checked={draft.quiet !== null}
        onChange={({ currentTarget }) => put({ quiet: currentTarget.checked ? usualQuiet : null })}
      />
      {draft.quiet !== null && <QuietHours quiet={draft.quiet} put={put} />}
    </>
  )
}

function QuietHours({ quiet, put }: { quiet: NonNullable<Draft['quiet']>; put: Props['put'] }) {
  const { t } = useTranslation()
  const { hourText } = useHours()
  const data = hours.map((hour) => ({ value: String(hour), label: hourText(hour) }))
  return (
    <div className={classes.hours}>
      <Select
        w={130}
        label={t('alerts.quietBegin')}
        data={data}
        value={String(quiet.from)}
        onChange={(hour) => put({ quiet: { ...quiet, from: Number(hour) } })}
        allowDeselect={false}
      />
      <Select
        w={130}
        label={t('alerts.quietEnd')}
        data={data}
        value={String(quiet.until)}
        error={quiet.from === quiet.until ? t('alerts.quietSame') : null}
        onChange={(hour) => put({ quiet: { ...quiet, until: Number(hour) } })}
        allowDeselect={false}
      />
    </div>
  )
}
