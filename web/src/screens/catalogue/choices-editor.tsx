import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../parts/order/use-list.ts'
import type { FormChoice } from './catalogue.queries.ts'
import { newChoice } from './definition-draft.ts'

interface Props {
  choices: FormChoice[]
  onChange: (choices: FormChoice[]) => void
  tried: boolean
}

/** The answers among which a third party chooses; a share of the score may hang on each. */
export function ChoicesEditor({ choices, onChange, tried }: Props) {
  const { t } = useTranslation()
  const list = useList(choices, onChange)
  return (
    <Stack gap="xs">
      {choices.map((choice, index) => (
        <ChoiceRow
          key={list.keyOf(index)}
          choice={choice}
          tried={tried}
          onChange={(next) => list.put(index, next)}
          onRemove={() => list.remove(index)}
        />
      ))}
      {tried && choices.length < 2 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('catalogue.tooFewChoices')}
        </Text>
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => list.add(newChoice(choices))}
        >
          {t('catalogue.addChoice')}
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  choice: FormChoice
  tried: boolean
  onChange: (choice: FormChoice) => void
  onRemove: () => void
}

const languages = ['fr', 'en'] as const

function ChoiceRow({ choice, tried, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { label, score } = choice
  return (
    <Group gap="xs" align="flex-start" wrap="wrap">
      {languages.map((language) => (
        <TextInput
          key={language}
          size="xs"
          label={t(`catalogue.in.${language}`, { label: t('catalogue.choice') })}
          value={label[language]}
          error={tried && label[language].trim() === '' && t('catalogue.missing')}
          onChange={(event) =>
            onChange({ ...choice, label: { ...label, [language]: event.currentTarget.value } })
          }
        />
      ))}
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
      <ActionIcon
        mt={24}
        variant="subtle"
        color="red.8"
        aria-label={t('catalogue.removeChoice')}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
