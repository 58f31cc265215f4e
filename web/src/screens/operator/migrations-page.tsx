import { useTranslation } from 'react-i18next'
import { operatorSession } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ReadPage } from './read-page.tsx'

export function MigrationsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ReadPage
      name="migrations"
      read={(signal) => operatorSession.get('/api/operator/migrations', { signal })}
    >
      {({ applied, long }) => (
        <>
          {long.length > 0 && (
            <Panel title={t('operatorPlace.long')}>
              <DataTable
                label={t('operatorPlace.long')}
                rows={long}
                rowKey={({ name }) => name}
                columns={[
                  { key: 'name', label: t('operatorPlace.migration'), render: ({ name }) => name },
                  {
                    key: 'progress',
                    label: t('operatorPlace.progress'),
                    render: ({ done, total, finishedAt }) =>
                      finishedAt === null
                        ? `${format.number(done)} / ${total === null ? '?' : format.number(total)}`
                        : format.moment(finishedAt),
                  },
                  { key: 'error', label: t('operatorPlace.lastFault'), render: ({ error }) => error },
                ]}
              />
            </Panel>
          )}
          <DataTable
            label={t('operatorPlace.migrations')}
            rows={applied}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', label: t('operatorPlace.migration'), render: ({ name }) => name },
              {
                key: 'applied',
                label: t('operatorPlace.applied'),
                render: ({ appliedAt }) => format.moment(appliedAt),
              },
            ]}
          />
        </>
      )}
    </ReadPage>
  )
}
