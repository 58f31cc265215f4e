import { Button, Fieldset, Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningSettings } from '../../parts/screening/screening.queries.ts'
import { changesOf, formOf, isSound, type FormValues } from './settings-values.ts'
import classes from './screening-settings.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface Props {
  accountId: number
  saved: ScreeningSettings
  tag: string | null
  mayChange: boolean
}

export function SettingsForm({ accountId, saved, tag, mayChange }: Props) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => formOf(saved))
  const saving = useChangeSettings(accountId)
  const put = (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change }))
  const change = changesOf(saved, values)
  const isChanged = Object.keys(change).length > 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ change, tag })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="lg">
        <MatchingFields values={values} put={put} disabled={!mayChange} />
        <DecidingFields values={values} put={put} disabled={!mayChange} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged || !isSound(values)}>
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

interface FieldsProps {
  values: FormValues
  put: (change: Partial<FormValues>) => void
  disabled: boolean
}

const number = (value: number | string) => (value === '' ? null : Number(value))
const percents = { min: 60, max: 100, step: 1, decimalScale: 1, suffix: ' %', w: 140 } as const

function MatchingFields({ values, put, disabled }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Fieldset
      variant="unstyled"
      legend={t('screeningSettings.matching')}
      disabled={disabled}
      className={classes.fields}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('screeningSettings.again')}
        </Text>
        <NumberInput
          {...percents}
          classNames={{ label: classes.label, description: classes.label }}
          label={t('screeningSettings.threshold')}
          description={t('screeningSettings.thresholdHelp')}
          value={values.threshold ?? ''}
          onChange={(value) => put({ threshold: number(value) })}
        />
        <NumberInput
          w={140}
          min={1}
          max={366}
          allowDecimal={false}
          classNames={{ label: classes.label, description: classes.label }}
          label={t('screeningSettings.maxListAgeDays')}
          description={t('screeningSettings.maxListAgeDaysHelp')}
          value={values.maxListAgeDays ?? ''}
          onChange={(value) => put({ maxListAgeDays: number(value) })}
        />
        <Switch
          label={t('screeningSettings.screensContacts')}
          description={t('screeningSettings.screensContactsHelp')}
          checked={values.screensContacts}
          onChange={({ currentTarget }) => put({ screensContacts: currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  )
}

function DecidingFields({ values, put, disabled }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Fieldset
      variant="unstyled"
      legend={t('screeningSettings.deciding')}
      disabled={disabled}
      className={classes.fields}
    >
      <Stack gap="md">
        <Switch
          label={t('screeningSettings.secondPerson')}
          description={t('screeningSettings.secondPersonHelp')}
          checked={values.hasSecondPerson}
          onChange={({ currentTarget }) => put({ hasSecondPerson: currentTarget.checked })}
        />
        {values.hasSecondPerson && (
          <NumberInput
            {...percents}
            classNames={{ label: classes.label }}
            label={t('screeningSettings.secondPersonFrom')}
            value={values.secondPersonFrom ?? ''}
            onChange={(value) => put({ secondPersonFrom: number(value) })}
          />
        )}
        <Switch
          label={t('screeningSettings.clearanceEnds')}
          description={t('screeningSettings.clearanceEndsHelp')}
          checked={values.clearanceEnds}
          onChange={({ currentTarget }) => put({ clearanceEnds: currentTarget.checked })}
        />
        {values.clearanceEnds && (
          <NumberInput
            w={140}
            min={1}
            max={120}
            allowDecimal={false}
            classNames={{ label: classes.label }}
            label={t('screeningSettings.clearanceMonths')}
            value={values.clearanceMonths ?? ''}
            onChange={(value) => put({ clearanceMonths: number(value) })}
          />
        )}
        <Switch
          label={t('screeningSettings.readersSeeHits')}
          description={t('screeningSettings.readersSeeHitsHelp')}
          checked={values.readersSeeHits}
          onChange={({ currentTarget }) => put({ readersSeeHits: currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  )
}
