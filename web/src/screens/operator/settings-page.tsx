import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession, type Answer } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ReadPage } from './read-page.tsx'
import classes from './operator.module.css'

type Feature = Answer<'listOperatorSettings'>['content'][number]

interface FeatureProps {
  feature: Feature
  isWhole: boolean
}

/** There are some two hundred settings: what somebody wrote comes first. */
export function SettingsPage() {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  return (
    <ReadPage name="settings" read={(signal) => operatorSession.get('/api/operator/settings', { signal })}>
      {({ content }) => (
        <>
          <Switch
            label={t('operatorPlace.showDefaults')}
            checked={isWhole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
          {content.map((feature) => (
            <FeaturePanel key={feature.feature} feature={feature} isWhole={isWhole} />
          ))}
        </>
      )}
    </ReadPage>
  )
}

function FeaturePanel({ feature: { feature, on, by, settings }, isWhole }: FeatureProps) {
  const { t } = useTranslation()
  const shown = settings.filter(({ source }) => isWhole || source === 'environment')
  const title = t(`operatorFeatures.${feature}`)
  const state = on === null ? 'always' : on ? 'on' : 'off'
  return (
    <Panel
      title={title}
      actions={<Pill tone={on === false ? 'neutral' : 'good'}>{t(`operatorPlace.${state}`)}</Pill>}
    >
      {on !== null && <Reason on={on} by={by} settings={settings} />}
      {shown.length === 0 && on === null && <p className={classes.reason}>{t('operatorPlace.allDefault')}</p>}
      {shown.length > 0 && (
        <DataTable
          label={title}
          rows={shown}
          rowKey={({ name }) => name}
          columns={[
            { key: 'setting', label: t('operatorPlace.setting'), render: ({ name }) => <code>{name}</code> },
            {
              key: 'value',
              label: t('operatorPlace.value'),
              render: ({ secret, source, value }) =>
                secret || value === null ? (
                  t(source === 'environment' ? 'operatorPlace.set' : 'operatorPlace.notSet')
                ) : (
                  <span className={classes.value}>{value}</span>
                ),
            },
            {
              key: 'source',
              label: t('operatorPlace.source'),
              render: ({ source }) => t(`operatorPlace.${source}`),
            },
          ]}
        />
      )}
    </Panel>
  )
}

/** Why it is on or off: by a setting that somebody wrote, or because nobody did. */
function Reason({ on, by, settings }: Pick<Feature, 'by' | 'settings'> & { on: boolean }) {
  const { t } = useTranslation()
  const written = settings.find(({ name, source }) => by.includes(name) && source === 'environment')
  const setting = written?.name ?? by.join(t('operatorPlace.or'))
  const reason = on
    ? written
      ? 'operatorPlace.onBySetting'
      : 'operatorPlace.onByDefault'
    : written
      ? 'operatorPlace.offBySetting'
      : 'operatorPlace.offByDefault'
  return <p className={classes.reason}>{t(reason, { setting })}</p>
}
