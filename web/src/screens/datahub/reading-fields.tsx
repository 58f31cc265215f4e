import { NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BandsEditor } from './bands-editor.tsx'
import type { ProviderDraft } from './provider-draft.ts'
import classes from './datahub.module.css'
import { scaleWith, type Scale } from './scale-check.ts'

interface Props {
  draft: ProviderDraft
  onChange: (part: Partial<ProviderDraft>) => void
}

interface ScaleProps extends Props {
  /** As it counts today. */
  known: Scale
}

type Pointer = keyof ProviderDraft['mapping']

/** What values mean and where they stand; rarely changed, so folded away. */
export function ReadingFields({ draft, onChange, known }: ScaleProps) {
  const { t } = useTranslation()
  return (
    <>
      <details className={classes.advanced}>
        <summary>{t('datahub.scale')}</summary>
        <div className={classes.advancedBody}>
          <ScaleFields draft={draft} onChange={onChange} known={known} />
        </div>
      </details>
      {draft.kind !== 'FILE' && (
        <details className={classes.advanced}>
          <summary>{t('datahub.advanced')}</summary>
          <div className={classes.advancedBody}>
            <MappingFields draft={draft} onChange={onChange} />
          </div>
        </details>
      )}
    </>
  )
}

function ScaleFields({ draft: { scale }, onChange, known }: ScaleProps) {
  const { t } = useTranslation()
  const change = (part: Partial<Scale>) => onChange({ scale: scaleWith(known, scale, part) })
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={t('datahub.min')}
          value={scale.min}
          onChange={(value) => change({ min: Number(value) })}
        />
        <NumberInput
          label={t('datahub.max')}
          value={scale.max}
          error={scale.min >= scale.max && t('datahub.scaleReversed')}
          onChange={(value) => change({ max: Number(value) })}
        />
        <Select
          label={t('datahub.direction')}
          allowDeselect={false}
          data={[
            { value: 'HIGHER_IS_BETTER', label: t('datahub.facts.higher') },
            { value: 'LOWER_IS_BETTER', label: t('datahub.facts.lower') },
          ]}
          value={scale.direction}
          onChange={(value) => change({ direction: value ?? 'HIGHER_IS_BETTER' })}
        />
      </div>
      <BandsEditor scale={scale} onChange={(bands) => change({ bands })} />
      <TextInput
        label={t('datahub.scaleVersion')}
        description={t('datahub.scaleVersionHelp')}
        maxLength={20}
        value={scale.version}
        onChange={(event) => change({ version: event.currentTarget.value })}
      />
    </>
  )
}

function MappingFields({ draft: { mapping }, onChange }: Props) {
  const { t } = useTranslation()
  function change(pointer: Pointer, typed: string) {
    // The whole answer is the empty pointer; for anything else an empty field says that it is not told.
    const value = typed === '' && pointer !== 'records' ? null : typed
    onChange({ mapping: { ...mapping, [pointer]: value } })
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('datahub.advancedHelp')}
      </Text>
      <div className={classes.pair}>
        {(Object.keys(mapping) as Pointer[]).map((pointer) => (
          <TextInput
            key={pointer}
            size="xs"
            label={pointer}
            maxLength={200}
            value={mapping[pointer] ?? ''}
            onChange={(event) => change(pointer, event.currentTarget.value)}
          />
        ))}
      </div>
    </>
  )
}
