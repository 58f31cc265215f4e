import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import classes from './datahub.module.css'
import { worthOf, type Scale } from './scale-check.ts'

/** Tries the scale on a score before it counts. */
export function ScoreExample({ scale }: { scale: Scale }) {
  const { t } = useTranslation()
  const { min, max } = scale
  const [score, setScore] = useState(() => Math.round((min + 0.72 * (max - min)) * 100) / 100)
  const text = useScoreText(scale, score)
  return (
    <div className={classes.example}>
      <NumberInput
        size="xs"
        w={120}
        label={t('datahub.bands.try')}
        value={score}
        onChange={(value) => setScore(Number(value))}
      />
      <output aria-live="polite">{text}</output>
    </div>
  )
}

function useScoreText(scale: Scale, score: number): string {
  const { t } = useTranslation()
  const format = useFormat()
  const found = worthOf(scale, score)
  const said = { score: format.number(score) }
  if (found === null) return t('datahub.bands.outOfScale', said)
  const { value, grade } = found
  if (value === null) return t('datahub.bands.unknown', said)
  const worth = { ...said, value: format.number(value) }
  return grade === null ? t('datahub.bands.along', worth) : t('datahub.bands.graded', { ...worth, grade })
}
