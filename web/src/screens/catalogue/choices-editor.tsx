import { ActionIcon, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormField } from './catalogue.queries.ts'

type Choice = NonNullable<FormField['choices']>[number]

interface Props {
  choices: Choice[]
  onChange: (choices: Choice[]) => void
}

/** The answers among which a third party chooses; a share of the score may hang on each. */
export function ChoicesEditor({ choices, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {choices.map((choice, index) => (
        <ChoiceRow
          key={index}
          choice={choice}
          onChange={(next) => onChange(choices.with(index, next))}
          onRemove={() => onChange(choices.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() =>
            onChange([...choices, { code: `CHOICE_${choices.length + 1}`, label: { fr: '', en: '' } }])
          }
        >
          {t('catalogue.addChoice')}
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  choice: Choice
  onChange: (choice: Choice) => void
  onRemove: () => void
}

function ChoiceRow({ choice, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { label, score } = choice
  return (
    <Group gap="xs" align="flex-end" wrap="wrap">
      <TextInput
        size="xs"
        label={t('catalogue.in.fr', { label: t('catalogue.choice') })}
        value={label.fr}
        onChange={(event) => onChange({ ...choice, label: { ...label, fr: event.currentTarget.value } })}
      />
      <TextInput
        size="xs"
        label={t('catalogue.in.en', { label: t('catalogue.choice') })}
        value={label.en}
        onChange={(event) => onChange({ ...choice, label: { ...label, en: event.currentTarget.value } })}
      />
      <NumberInput
        size="xs"
        w={110}
        label={t('catalogue.score')}
        min={0}
        max={1}
        step={0.25}
        value={score ?? ''}
        onChange={(value) => onChange({ ...choice, score: value === '' ? null : Number(value) })}
      />
      <ActionIcon variant="subtle" color="red.8" aria-label={t('catalogue.removeChoice')} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}
