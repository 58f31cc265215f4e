import { ActionIcon, Button, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../parts/order/use-list.ts'
import classes from './datahub.module.css'
import { bandFault, fiveGrades, type Band, type Scale } from './scale-check.ts'
import { ScoreExample } from './score-example.tsx'

interface Props {
  scale: Scale
  onChange: (bands: Band[]) => void
}

const most = 50

/** What each grade of a provider is worth, and the scores that have it. */
export function BandsEditor({ scale, onChange }: Props) {
  const { t } = useTranslation()
  const { bands } = scale
  const list = useList(bands, onChange)
  return (
    <section className={classes.bands} aria-label={t('datahub.bands.title')}>
      <Text size="sm" fw={550}>
        {t('datahub.bands.title')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('datahub.bands.help')}
      </Text>
      {bands.map((band, index) => (
        <BandRow
          key={list.keyOf(index)}
          scale={scale}
          index={index}
          band={band}
          onChange={(next) => list.put(index, next)}
          onRemove={() => list.remove(index)}
        />
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={bands.length >= most}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => list.add({ code: '', from: null, to: null, value: 50 })}
        >
          {t('datahub.bands.add')}
        </Button>
        {bands.length === 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(fiveGrades(scale))}>
            {t('datahub.bands.five')}
          </Button>
        )}
      </Group>
      <ScoreExample scale={scale} />
    </section>
  )
}

interface RowProps {
  scale: Scale
  index: number
  band: Band
  onChange: (band: Band) => void
  onRemove: () => void
}

function BandRow({ scale, index, band, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const fault = bandFault(scale, index)
  const isOfCode = fault === 'noCode' || fault === 'codeTwice'
  const number = (value: number | string) => (value === '' ? null : Number(value))
  return (
    <div>
      <div className={classes.band}>
        <TextInput
          size="xs"
          label={t('datahub.bands.code')}
          maxLength={40}
          value={band.code}
          error={isOfCode}
          onChange={(event) => onChange({ ...band, code: event.currentTarget.value })}
        />
        {(['from', 'to'] as const).map((end) => (
          <NumberInput
            key={end}
            size="xs"
            label={t(`datahub.bands.${end}`)}
            value={band[end] ?? ''}
            error={fault !== null && !isOfCode}
            onChange={(value) => onChange({ ...band, [end]: number(value) })}
          />
        ))}
        <NumberInput
          size="xs"
          label={t('datahub.bands.value')}
          min={0}
          max={100}
          clampBehavior="strict"
          value={band.value}
          onChange={(value) => onChange({ ...band, value: Number(value) })}
        />
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={t('datahub.bands.remove', { code: band.code || index + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {fault !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t(`datahub.bands.fault.${fault}`)}
        </Text>
      )}
    </div>
  )
}
