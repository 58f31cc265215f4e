import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { useList } from '../../parts/order/use-list.ts'
import { BilingualField } from './bilingual-field.tsx'
import type { ApprovalStepDefinition } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { codePattern, newStep } from './definition-draft.ts'
import { SkipFields } from './skip-fields.tsx'
import { StepPeopleFields } from './step-people-fields.tsx'

interface Props {
  steps: ApprovalStepDefinition[]
  onChange: (steps: ApprovalStepDefinition[]) => void
  tried: boolean
}

const mostSteps = 10

/** Who approves a dossier of this kind, one after the other. */
export function ApprovalStepsEditor({ steps, onChange, tried }: Props) {
  const { t } = useTranslation()
  const list = useList(steps, onChange)
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h6">
          {t('approval.steps.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(steps.length === 0 ? 'approval.steps.none' : 'approval.steps.help')}
        </Text>
      </div>
      {steps.map((step, index) => (
        <div key={list.keyOf(index)} className={classes.box}>
          <StepHead steps={steps} index={index} list={list} />
          <StepFields
            step={step}
            isTaken={steps.some((one, nth) => nth !== index && one.key === step.key)}
            tried={tried}
            onChange={(next) => list.put(index, next)}
          />
        </div>
      ))}
      {steps.length < mostSteps && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => list.add(newStep(steps))}
        >
          {t('approval.steps.add')}
        </Button>
      )}
    </Stack>
  )
}

interface HeadProps {
  steps: readonly ApprovalStepDefinition[]
  index: number
  list: Pick<ReturnType<typeof useList>, 'move' | 'remove'>
}

function StepHead({ steps, index, list }: HeadProps) {
  const { t } = useTranslation()
  const step = steps[index]
  const name = step?.title[currentLanguage()] || (step?.key ?? '')
  return (
    <div className={classes.row}>
      <Text fw={550}>{t('approval.numbered', { number: index + 1, title: name })}</Text>
      <Group gap={2}>
        <MoveButtons name={name} index={index} count={steps.length} onMove={(to) => list.move(index, to)} />
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={t('approval.steps.remove', { name })}
          onClick={() => list.remove(index)}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </div>
  )
}

interface FieldsProps {
  step: ApprovalStepDefinition
  isTaken: boolean
  tried: boolean
  onChange: (step: ApprovalStepDefinition) => void
}

const needs = ['ANY', 'ALL', 'COUNT'] as const

/** A count goes with COUNT alone. */
function withNeed({ count, ...step }: ApprovalStepDefinition, need: ApprovalStepDefinition['need']) {
  return need === 'COUNT' ? { ...step, need, count: count ?? 2 } : { ...step, need }
}

function StepFields({ step, isTaken, tried, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const keyError = isTaken
    ? t('approval.steps.keyTaken')
    : tried && !codePattern.test(step.key) && t('catalogue.codeInvalid')
  return (
    <Stack gap="xs">
      <BilingualField
        label={t('approval.steps.name')}
        value={step.title}
        maxLength={120}
        tried={tried}
        onChange={(title) => onChange({ ...step, title })}
      />
      <StepPeopleFields by={step.by} tried={tried} onChange={(by) => onChange({ ...step, by })} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Select
          label={t('approval.steps.need')}
          allowDeselect={false}
          data={needs.map((value) => ({
            value,
            label: t(`approval.need.${value}`, { count: step.count ?? 2 }),
          }))}
          value={step.need}
          onChange={(need) => onChange(withNeed(step, need ?? 'ANY'))}
        />
        {step.need === 'COUNT' && (
          <NumberInput
            label={t('approval.steps.count')}
            min={1}
            max={50}
            value={step.count ?? 2}
            onChange={(value) => onChange({ ...step, count: Number(value) || 1 })}
          />
        )}
        <NumberInput
          label={t('approval.steps.dueDays')}
          min={1}
          max={365}
          value={step.dueDays}
          onChange={(value) => onChange({ ...step, dueDays: Number(value) || 1 })}
        />
        <TextInput
          label={t('approval.steps.key')}
          description={t('approval.steps.keyHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={60}
          value={step.key}
          error={keyError}
          onChange={(event) => onChange({ ...step, key: event.currentTarget.value.toUpperCase() })}
        />
      </SimpleGrid>
      <SkipFields step={step} onChange={onChange} />
    </Stack>
  )
}
