import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import type { WorkKind } from './my-work.queries.ts'
import classes from './my-work.module.css'

interface Props {
  summary: Answer<'summarizeMyWork'>['kinds']
  chosen: WorkKind | null
  onChoose: (kind: WorkKind | null) => void
}

/** How much of each kind waits; kinds of which nothing waits are left out. */
export function KindChips({ summary, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const present = summary.filter(({ kind, count }) => count > 0 || kind === chosen)
  if (present.length < 2 && chosen === null) return null
  return (
    <fieldset aria-label={t('myWork.kinds')} className={classes.chips}>
      <Chip isChosen={chosen === null} onClick={() => onChoose(null)} label={t('common.all')} />
      {present.map(({ kind, count, more }) => (
        <Chip
          key={kind}
          isChosen={kind === chosen}
          onClick={() => onChoose(kind === chosen ? null : kind)}
          label={t(`myWork.kind.${kind}`)}
          count={more ? `${count}+` : String(count)}
        />
      ))}
    </fieldset>
  )
}

interface ChipProps {
  isChosen: boolean
  onClick: () => void
  label: string
  count?: string
}

function Chip({ isChosen, onClick, label, count }: ChipProps) {
  return (
    <Button
      size="compact-sm"
      px={12}
      h={30}
      radius="xl"
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {label}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </Button>
  )
}
