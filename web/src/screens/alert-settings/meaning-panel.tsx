import { useTranslation } from 'react-i18next'
import { useWishText } from '../../parts/alerts/use-wish-text.ts'
import { alertKinds, channels, isOwn, type AlertKind, type Row } from '../../parts/alerts/wishes.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './alert-settings.module.css'
import type { Draft } from './settings-draft.ts'
import { useHours } from './use-hours.ts'

interface Props {
  draft: Draft
  /** Nothing of one's own is chosen. */
  isUsual: boolean
}

const ways = [...channels.toReversed(), 'OFF'] as const

/** What is chosen, said in sentences by how quickly it comes. */
export function MeaningPanel({ draft, isUsual }: Props) {
  const { t } = useTranslation()
  const { hourText, dayText } = useHours()
  const linesOf = useLines(draft)
  const { quiet, mails, digestHour, digestWeekday, wishes } = draft
  const isSilent =
    wishes.others.length === 0 && alertKinds.every((kind) => wishes.rows[kind].channel === 'OFF')
  const times = { hour: hourText(digestHour), day: dayText(digestWeekday) }
  return (
    <Panel title={t('alerts.meaning')} help={t('alerts.meaningHelp')}>
      {isSilent && <Notice tone="warning">{t('alerts.nothing')}</Notice>}
      {!mails && <Notice tone="warning">{t('alerts.noMails')}</Notice>}
      <dl className={classes.meaning} aria-live="polite">
        {ways
          .map((way) => ({ way, lines: linesOf(way) }))
          .filter(({ lines }) => lines.length > 0 && !isSilent)
          .map(({ way, lines }) => (
            <div key={way}>
              <dt>{t(`alerts.says.${way}`, times)}</dt>
              {lines.map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
      </dl>
      <div className={classes.notes}>
        {mails && quiet !== null && quiet.from !== quiet.until && (
          <p>{t('alerts.quietFrom', { from: hourText(quiet.from), until: hourText(quiet.until) })}</p>
        )}
        <p>{t('alerts.teams')}</p>
        {isUsual && <p>{t('alerts.usual')}</p>}
      </div>
    </Panel>
  )
}

/** One line for all kinds that are told alike. */
function useLines({ wishes, mails }: Draft) {
  const { kindsText, wishText } = useWishText()
  // Without mails everything that is told is told in the page.
  const wayOf = (channel: Row['channel']) => (mails || channel === 'OFF' ? channel : 'PAGE')
  return (way: Row['channel']): string[] => {
    const told = alertKinds.filter((kind) => wayOf(wishes.rows[kind].channel) === way)
    if (way === 'OFF') return told.length === 0 ? [] : [kindsText(told)]
    const byReach = new Map<Row['reach'], AlertKind[]>()
    for (const kind of told) {
      const reach = isOwn(kind) ? 'MINE' : wishes.rows[kind].reach
      byReach.set(reach, [...(byReach.get(reach) ?? []), kind])
    }
    const own = mergeOwn(byReach)
    const lines = [...own].map(([reach, kinds]) =>
      wishText({ kinds, themes: [], minCriticality: null }, reach),
    )
    const others = wishes.others.filter(({ channel }) => wayOf(channel) === way)
    return [...new Set([...lines, ...others.map((wish) => wishText(wish, wish.reach))])]
  }
}

/** What falls to somebody goes without a line of its own where all else is told alike. */
function mergeOwn(
  byReach: ReadonlyMap<Row['reach'], readonly AlertKind[]>,
): Map<Row['reach'], readonly AlertKind[]> {
  const merged = new Map(byReach)
  const mine = merged.get('MINE')
  const [other] = [...merged].filter(([reach]) => reach !== 'MINE')
  if (mine?.length !== 1 || !mine.every(isOwn) || other === undefined) return merged
  merged.delete('MINE')
  return merged.set(other[0], [...other[1], ...mine])
}
