import { useTranslation } from 'react-i18next'
import { operatorSession, type Answer } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ReadPage } from './read-page.tsx'

type Feature = Answer<'listOperatorSettings'>['content'][number]

export function SettingsPage() {
  return (
    <ReadPage name="settings" read={(signal) => operatorSession.get('/api/operator/settings', { signal })}>
      {({ content }) => content.map((feature) => <FeaturePanel key={feature.feature} feature={feature} />)}
    </ReadPage>
  )
}

function FeaturePanel({ feature: { feature, on, settings } }: { feature: Feature }) {
  const { t } = useTranslation()
  const state = on === null ? 'always' : on ? 'on' : 'off'
  return (
    <Panel
      title={feature}
      actions={<Pill tone={on === false ? 'neutral' : 'good'}>{t(`operatorPlace.${state}`)}</Pill>}
    >
      <DataTable
        label={feature}
        rows={settings}
        rowKey={({ name }) => name}
        columns={[
          { key: 'setting', label: t('operatorPlace.setting'), render: ({ name }) => <code>{name}</code> },
          {
            key: 'value',
            label: t('operatorPlace.value'),
            render: ({ secret, source, value }) =>
              secret || value === null
                ? t(source === 'environment' ? 'operatorPlace.set' : 'operatorPlace.notSet')
                : value,
          },
          {
            key: 'source',
            label: t('operatorPlace.source'),
            render: ({ source }) => t(`operatorPlace.${source}`),
          },
        ]}
      />
    </Panel>
  )
}
