import { useTranslation } from 'react-i18next'
import { JournalRow } from '../../parts/journal/journal-row.tsx'
import journal from '../../parts/journal/journal.module.css'
import timeline from '../../parts/timeline/timeline.module.css'
import { useDayText } from '../../parts/timeline/use-day-text.ts'
import { useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import type { AdministrationEntry } from './administration.queries.ts'
import { areaIcons, areaOf, toneOfEntry } from './entry-area.ts'
import { EntryDetail } from './entry-detail.tsx'
import { browserText, entryActor, entryTitle, useEntrySubject } from './entry-text.ts'

export function EntryList({ entries }: { entries: readonly AdministrationEntry[] }) {
  const { t } = useTranslation()
  const dayText = useDayText()
  return (
    <Surface>
      <ol className={journal.list} aria-label={t('administration.label')} reversed>
        {entries.map((entry, index) => {
          const day = dayText(entry.occurredAt)
          const before = entries[index - 1]
          const isNewDay = before === undefined || dayText(before.occurredAt) !== day
          return <EntryRow key={entry.seq} entry={entry} day={isNewDay ? day : null} />
        })}
      </ol>
    </Surface>
  )
}

function EntryRow({ entry, day }: { entry: AdministrationEntry; day: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const subject = useEntrySubject()(entry)
  const { name, actor, origin } = entry
  const browser = browserText(t, origin)
  const Icon = areaIcons[areaOf(name)]
  return (
    <JournalRow
      day={day}
      icon={
        <span className={timeline.icon} data-tone={toneOfEntry(name)} aria-hidden="true">
          <Icon size={15} stroke={1.8} />
        </span>
      }
      what={
        <>
          <strong>{entryTitle(t, name)}</strong>
          {subject}
        </>
      }
      who={
        <>
          <span>{t('timeline.by', { name: entryActor(t, actor) })}</span>
          {origin !== null && <span>{t('administration.fromAddress', { address: origin.address })}</span>}
          {browser !== null && <span>{browser}</span>}
        </>
      }
      occurredAt={entry.occurredAt}
      label={t('administration.detail', { seq: format.number(entry.seq) })}
      detail={<EntryDetail entry={entry} />}
    />
  )
}
