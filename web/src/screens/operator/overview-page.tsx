import { useTranslation } from 'react-i18next'
import { operatorSession } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { ReadPage } from './read-page.tsx'
import classes from './operator.module.css'

const places = {
  QUARANTINE: 'jobs',
  SILENT_PROCESS: 'processes',
  NO_WORKER: 'processes',
  FAILED_JOBS: 'jobs',
  LATE_JOBS: 'jobs',
  OUTSIDE_DOWN: 'providers',
  LIST_FAULT: 'lists',
  TRUSTED_LISTS_END: 'lists',
  JOURNAL_BROKEN: 'accounts',
  MIGRATION_FAULT: 'migrations',
  BACKUP_LATE: 'backups',
  BACKUP_OFF: 'backups',
}

export function OverviewPage() {
  const { t } = useTranslation()
  return (
    <ReadPage name="overview" read={(signal) => operatorSession.get('/api/operator/overview', { signal })}>
      {({ attention, version, accounts }) => (
        <>
          {attention.length === 0 && (
            <Notice tone="good" title={t('operatorPlace.fine')}>
              {t('operatorPlace.fineDetail')}
            </Notice>
          )}
          {attention.map(({ kind, count }) => (
            <Notice key={kind} tone={kind === 'BACKUP_OFF' ? 'warning' : 'bad'}>
              <a href={`/operator/${places[kind]}`} className={classes.attention}>
                {t(`operatorPlace.${kind}`)}
                {count > 1 && ` (${count})`}
              </a>
            </Notice>
          ))}
          <Panel title={t('operatorPlace.installation')}>
            <Facts
              facts={[
                { label: t('operatorPlace.version'), value: version },
                { label: t('operatorPlace.accountsCount'), value: String(accounts) },
              ]}
            />
          </Panel>
        </>
      )}
    </ReadPage>
  )
}
