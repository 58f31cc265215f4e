import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import desk from '../../parts/queue/desk.module.css'
import { ShortcutsDialog, type Shortcut } from '../../parts/queue/shortcuts-dialog.tsx'
import { useMoves } from '../../parts/queue/use-moves.ts'
import { useShortcuts } from '../../parts/queue/use-shortcuts.ts'
import { HitsReserved } from '../../parts/screening/hits-reserved.tsx'
import { useHitSight } from '../../parts/screening/use-hit-sight.ts'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pill } from '../../ui/pill.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { HitsExport } from './hits-export.tsx'
import { isWaiting } from './screening.queries.ts'
import { ScreeningDesk } from './screening-desk.tsx'
import { useHits, useSelection, type Hits, type Selection } from './use-hits.ts'

/** Beside one another from here on; below, the list and the hit take turns. */
const roomForThree = '(min-width: 62em)'

export function Screening() {
  const accountId = useAccountId()
  const isSeen = useHitSight(accountId)
  const isWide = useMediaQuery(roomForThree, undefined, { getInitialValueInEffect: false })
  const hits = useHits(accountId, { enabled: isSeen === true, picksFirst: isWide })
  const { decide } = useRights(accountId)
  const selection = useSelection(hits.rows)
  const [helping, help] = useDisclosure(false)
  useHitKeys(hits, decide ? selection : null, help.open)
  return (
    <div className={desk.page} data-reading={hits.hitId !== undefined}>
      <ScreeningTop hits={hits} onHelp={help.open} />
      {isSeen === false ? (
        <HitsReserved />
      ) : (
        <ScreeningDesk accountId={accountId} hits={hits} selection={decide ? selection : null} />
      )}
      <ShortcutsDialog shortcuts={useKeyList()} opened={helping} onClose={help.close} />
    </div>
  )
}

const keys = [
  ['next', ['J', '↓']],
  ['previous', ['K', '↑']],
  ['trueMatch', ['T']],
  ['falsePositive', ['F']],
  ['unclear', ['U']],
  ['send', ['Ctrl + Enter']],
  ['select', ['X']],
  ['leave', ['Esc']],
  ['help', ['?']],
] as const

function useKeyList(): Shortcut[] {
  const { t } = useTranslation()
  return keys.map(([what, pressed]) => [pressed, t(`screening.keys.${what}`)])
}

function useHitKeys(
  { hitId, rows, next, previous, open }: Hits,
  selection: Selection | null,
  onHelp: () => void,
) {
  useMoves({
    onNext: next === undefined ? undefined : () => open(next),
    onPrevious: previous === undefined ? undefined : () => open(previous),
    onHelp,
  })
  useShortcuts((key) => {
    const row = rows.find((one) => one.hitId === hitId)
    if (key !== 'x' || selection === null || row === undefined || !isWaiting(row)) return false
    selection.toggle(row.hitId)
    return true
  })
}

function ScreeningTop({ hits, onHelp }: { hits: Hits; onHelp: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { query, total, isCounted, filter } = hits
  const said = filter.state === 'waiting' ? 'waiting' : 'found'
  const count = isCounted
    ? t(`screening.${said}`, { count: total, total: number(total) })
    : t(`screening.${said}More`, { total: number(total) })
  return (
    <div className={desk.top}>
      <PageHeader
        title={t('screening.title')}
        meta={
          query.isSuccess && (
            <Pill tone={said === 'found' ? 'neutral' : total > 0 ? 'info' : 'good'}>{count}</Pill>
          )
        }
        actions={
          <>
            <HitsExport filter={filter} />
            <Tooltip label={`${t('review.shortcuts')} (?)`} openDelay={400}>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('review.shortcuts')}
                className={desk.keyboard}
                onClick={onHelp}
              >
                <IconKeyboard size={20} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
    </div>
  )
}
