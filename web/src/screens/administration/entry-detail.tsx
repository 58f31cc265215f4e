import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import journal from '../../parts/journal/journal.module.css'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import classes from './administration.module.css'
import type { AdministrationEntry } from './administration.queries.ts'
import { differencesOf } from './differences.ts'
import { entryActor, useEntrySubject } from './entry-text.ts'

/** The entry as the journal has it. */
export function EntryDetail({ entry }: { entry: AdministrationEntry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const subjectOf = useEntrySubject()
  const { actor, origin, personal } = entry
  const by = [entryActor(t, actor), actor.type === 'JOB' || actor.type === 'OPERATOR' ? actor.name : null]
  return (
    <div className={journal.detail}>
      <Facts
        facts={[
          { label: t('administration.facts.number'), value: format.number(entry.seq) },
          {
            label: t('administration.facts.code'),
            value: <code className={journal.code}>{entry.name}</code>,
          },
          { label: t('administration.facts.moment'), value: `${entry.occurredAt.replace('T', ' ')} UTC` },
          {
            label: t('administration.facts.by'),
            value: by.filter((one) => one !== null).join(' · '),
          },
          { label: t('administration.facts.about'), value: subjectOf(entry), optional: true },
          {
            label: t('administration.facts.address'),
            value: origin?.address ?? (entry.erased ? '' : t('administration.noOrigin')),
          },
          { label: t('administration.facts.browser'), value: origin?.userAgent, optional: true },
          {
            label: t('administration.facts.hash'),
            value: <code className={journal.code}>{entry.hash}</code>,
          },
        ]}
      />
      {entry.erased && <p className={journal.muted}>{t('administration.erased')}</p>}
      {personal !== null && (
        <>
          <h3 className={journal.small}>{t('administration.person')}</h3>
          <Facts
            facts={Object.entries(personal).map(([label, value]) => ({ label, value: valueText(t, value) }))}
          />
        </>
      )}
      <Changes entry={entry} />
    </div>
  )
}

function Changes({ entry: { before, after } }: { entry: AdministrationEntry }) {
  const { t } = useTranslation()
  const changes = differencesOf(before, after)
  return (
    <>
      <h3 className={journal.small}>{t('administration.changes')}</h3>
      {changes.length === 0 ? (
        <p className={journal.muted}>{t('administration.noChanges')}</p>
      ) : (
        <table className={classes.changes} aria-label={t('administration.changes')}>
          <thead>
            <tr>
              <th scope="col">{t('administration.field')}</th>
              {before !== null && <th scope="col">{t('administration.before')}</th>}
              {after !== null && <th scope="col">{t('administration.after')}</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{change.field}</th>
                {before !== null && <td>{valueText(t, change.before)}</td>}
                {after !== null && <td>{valueText(t, change.after)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function valueText(t: TFunction, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('administration.nothing')
  if (typeof value === 'boolean') return t(value ? 'administration.yes' : 'administration.no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length === 0 ? t('administration.nothing') : value.map((one) => valueText(t, one)).join(', ')
}
