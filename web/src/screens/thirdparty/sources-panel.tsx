import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import type { Texts } from '../../i18n/en.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './thirdparty.module.css'

// Other sources bear the name an operator gave them.
type KnownProvider = keyof Texts['provider']

/** Which register said so, and when. */
export function SourcesPanel({ record }: { record: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { provenance, source } = record
  const none = source === 'UNMANAGED' ? t('thirdparty.ownData') : t('thirdparty.noSources')
  return (
    <Panel title={t('thirdparty.sources')}>
      <Text size="sm" c="dimmed">
        {provenance.length === 0 ? none : t('thirdparty.sourcesHelp')}
      </Text>
      {provenance.length > 0 && (
        <table className={classes.sources}>
          <thead>
            <tr>
              <th scope="col">{t('thirdparty.provider')}</th>
              <th scope="col">{t('thirdparty.fetchedAt')}</th>
              <th scope="col">{t('thirdparty.recordId')}</th>
            </tr>
          </thead>
          <tbody>
            {provenance.map(({ provider, fetchedAt, recordId }) => (
              <tr key={`${provider} ${recordId ?? ''} ${fetchedAt}`}>
                <td>{t(`provider.${provider as KnownProvider}`, { defaultValue: provider })}</td>
                <td>{format.moment(fetchedAt)}</td>
                <td>{recordId ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
