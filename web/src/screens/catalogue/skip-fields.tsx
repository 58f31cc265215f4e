import { Button, Collapse, MultiSelect, SimpleGrid, TagsInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../ui/country-codes.ts'
import { useFormat } from '../../ui/format.ts'
import type { ApprovalStepDefinition } from './catalogue.queries.ts'

type Condition = NonNullable<ApprovalStepDefinition['skipWhen']>

interface Props {
  step: ApprovalStepDefinition
  onChange: (step: ApprovalStepDefinition) => void
}

/** What says nothing is left out: the API takes no empty condition. */
function withCondition({ skipWhen: before, ...step }: ApprovalStepDefinition, change: Condition) {
  const said = Object.entries({ ...before, ...change }).filter(([, values]) => values.length > 0)
  return said.length === 0 ? step : { ...step, skipWhen: Object.fromEntries(said) as Condition }
}

/** When a step need not be decided. */
export function SkipFields({ step, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, { toggle }] = useDisclosure(step.skipWhen !== undefined)
  const countries = countryCodes.map((code) => ({ value: code, label: format.country(code) }))
  const set = (change: Condition) => onChange(withCondition(step, change))
  const { criticalities, categories, countriesIn, countriesNotIn } = step.skipWhen ?? {}
  return (
    <>
      <Button variant="subtle" size="compact-xs" w="fit-content" aria-expanded={opened} onClick={toggle}>
        {t('approval.steps.skip')}
      </Button>
      <Collapse expanded={opened}>
        <Text size="xs" c="dimmed">
          {t('approval.steps.skipHelp')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={4}>
          <TagsInput
            size="xs"
            label={t('approval.steps.criticalities')}
            value={criticalities ?? []}
            onChange={(values) => set({ criticalities: values })}
          />
          <TagsInput
            size="xs"
            label={t('approval.steps.categories')}
            value={categories ?? []}
            onChange={(values) => set({ categories: values })}
          />
          <MultiSelect
            size="xs"
            label={t('catalogue.countriesIn')}
            searchable
            data={countries}
            value={countriesIn ?? []}
            onChange={(values) => set({ countriesIn: values })}
          />
          <MultiSelect
            size="xs"
            label={t('catalogue.countriesNotIn')}
            searchable
            data={countries}
            value={countriesNotIn ?? []}
            onChange={(values) => set({ countriesNotIn: values })}
          />
        </SimpleGrid>
      </Collapse>
    </>
  )
}
