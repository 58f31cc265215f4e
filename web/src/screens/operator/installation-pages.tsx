import { IconDatabaseExport, IconListSearch, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { operatorSession, type Answer } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pill } from '../../ui/pill.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { ReadPage } from './read-page.tsx'
import { TrustedListsPanel } from './trusted-lists-panel.tsx'

export function ProcessesPage() {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ReadPage name="processes" read={(signal) => operatorSession.get('/api/operator/processes', { signal })}>
      {({ content }) => (
        <DataTable
          label={t('operatorPlace.processes')}
          rows={content}
          rowKey={({ processId }) => processId}
          columns={[
            {
              key: 'role',
              label: t('operatorPlace.role'),
              render: ({ role }) => t(role === 'WORKER' ? 'operatorPlace.WORKER' : 'operatorPlace.SERVICE'),
            },
            {
              key: 'state',
              label: t('operatorPlace.state'),
              render: ({ silent }) => (
                <Pill tone={silent ? 'bad' : 'good'}>
                  {t(silent ? 'operatorPlace.silent' : 'operatorPlace.alive')}
                </Pill>
              ),
            },
            { key: 'seen', label: t('operatorPlace.seen'), render: ({ seenAt }) => format.ago(seenAt) },
            {
              key: 'started',
              label: t('operatorPlace.started'),
              render: ({ startedAt }) => format.moment(startedAt),
            },
            {
              key: 'jobs',
              label: t('operatorPlace.runsJobs'),
              render: ({ runsJobs }) => t(runsJobs ? 'operatorPlace.yes' : 'operatorPlace.no'),
            },
            { key: 'version', label: t('operatorPlace.version'), render: ({ version }) => version },
            {
              key: 'machine',
              label: t('operatorPlace.machine'),
              render: ({ host, pid }) => `${host} · ${pid}`,
            },
          ]}
        />
      )}
    </ReadPage>
  )
}

export function ProvidersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ReadPage name="providers" read={(signal) => operatorSession.get('/api/operator/providers', { signal })}>
      {({ content }) =>
        content.length === 0 ? (
          <TeachingState
            icon={<IconPlugConnected size={30} stroke={1.6} />}
            title={t('operatorPlace.noProviders')}
            detail={t('operatorPlace.noProvidersDetail')}
          />
        ) : (
          <DataTable
            label={t('operatorPlace.providers')}
            rows={content}
            rowKey={({ dependency, name }) => `${dependency} ${name}`}
            columns={[
              {
                key: 'what',
                label: t('operatorPlace.what'),
                render: (row) => `${row.dependency} ${row.name}`,
              },
              {
                key: 'state',
                label: t('operatorPlace.state'),
                render: ({ isUp }) => (
                  <Pill tone={isUp ? 'good' : 'bad'}>
                    {t(isUp ? 'operatorPlace.up' : 'operatorPlace.down')}
                  </Pill>
                ),
              },
              {
                key: 'success',
                label: t('operatorPlace.lastSuccess'),
                render: ({ succeededAt }) => succeededAt && format.ago(succeededAt),
              },
              {
                key: 'faults',
                label: t('operatorPlace.faults'),
                align: 'end',
                render: ({ faults }) => format.number(faults),
              },
              { key: 'last', label: t('operatorPlace.lastFault'), render: ({ lastFault }) => lastFault },
            ]}
          />
        )
      }
    </ReadPage>
  )
}

export function ListsPage() {
  return (
    <ReadPage name="lists" read={(signal) => operatorSession.get('/api/operator/lists', { signal })}>
      {({ content, trusted, codeAuthorities }) => (
        <>
          <ScreeningLists lists={content} />
          <TrustedListsPanel of="seals" trusted={trusted} />
          <TrustedListsPanel of="codes" trusted={codeAuthorities} />
        </>
      )}
    </ReadPage>
  )
}

function ScreeningLists({ lists }: { lists: Answer<'listOperatorLists'>['content'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (lists.length === 0) {
    return (
      <TeachingState
        icon={<IconListSearch size={30} stroke={1.6} />}
        title={t('operatorPlace.noLists')}
        detail={t('operatorPlace.noListsDetail')}
      />
    )
  }
  return (
    <DataTable
      label={t('operatorPlace.screeningLists')}
      rows={lists}
      rowKey={({ source }) => source}
      columns={[
        { key: 'list', label: t('operatorPlace.list'), render: ({ source }) => source },
        {
          key: 'version',
          label: t('operatorPlace.version'),
          align: 'end',
          render: ({ version }) => version,
        },
        {
          key: 'entries',
          label: t('operatorPlace.entries'),
          align: 'end',
          render: ({ entries }) => format.number(entries),
        },
        {
          key: 'confirmed',
          label: t('operatorPlace.confirmed'),
          render: ({ confirmedAt }) => confirmedAt && format.ago(confirmedAt),
        },
        {
          key: 'next',
          label: t('operatorPlace.nextFetch'),
          render: ({ nextFetchAt }) => nextFetchAt && format.moment(nextFetchAt),
        },
        { key: 'fault', label: t('operatorPlace.lastFault'), render: ({ lastFault }) => lastFault },
      ]}
    />
  )
}

export function BackupsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ReadPage name="backups" read={(signal) => operatorSession.get('/api/operator/backups', { signal })}>
      {({ everyHours, nextAt, fault, content }) => (
        <>
          {everyHours === 0 && <Notice tone="warning" title={t('operatorPlace.backupsOff')} />}
          {fault !== null && <Notice tone="bad" title={fault} />}
          {nextAt !== null && (
            <p>
              {t('operatorPlace.nextBackup')} {format.moment(nextAt)}
            </p>
          )}
          {content.length === 0 && fault === null && (
            <TeachingState
              icon={<IconDatabaseExport size={30} stroke={1.6} />}
              title={t('operatorPlace.noBackups')}
              detail={t('operatorPlace.noBackupsDetail')}
            />
          )}
          {content.length > 0 && (
            <DataTable
              label={t('operatorPlace.backups')}
              rows={content}
              rowKey={({ id }) => id}
              columns={[
                { key: 'copy', label: t('operatorPlace.copy'), render: ({ id }) => id },
                {
                  key: 'taken',
                  label: t('operatorPlace.taken'),
                  render: ({ takenAt }) => format.ago(takenAt),
                },
                {
                  key: 'done',
                  label: t('operatorPlace.finished'),
                  render: ({ finishedAt }) => format.moment(finishedAt),
                },
                {
                  key: 'files',
                  label: t('operatorPlace.files'),
                  align: 'end',
                  render: ({ files }) => format.number(files),
                },
                {
                  key: 'added',
                  label: t('operatorPlace.added'),
                  align: 'end',
                  render: ({ addedBytes }) => format.bytes(addedBytes),
                },
              ]}
            />
          )}
        </>
      )}
    </ReadPage>
  )
}
