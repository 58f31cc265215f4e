import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UnitsInput } from '../../parts/units/units-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { groupsQuery, type DirectoryGroup } from './provisioning.queries.ts'

type Units = DirectoryGroup['units']

interface Props {
  accountId: number
  group: DirectoryGroup
  value: Units
  onChange: (units: Units) => void
}

const mostUnits = 100
const choices = ['unsaid', 'all', 'some'] as const

function choiceOf(value: Units): (typeof choices)[number] {
  if (value === null) return 'unsaid'
  return value === 'ALL' ? 'all' : 'some'
}

const startOf: Record<string, Units> = { all: 'ALL', some: [] }

/** Which companies the members of a group see, if the group is to say so. */
export function GroupUnits({ accountId, group: { groupId, units: former }, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(groupsQuery(accountId))
  const others = data?.content.filter((group) => group.groupId !== groupId) ?? []
  const isFirst = value !== null && former === null && others.every(({ units }) => units === null)
  return (
    <>
      <Radio.Group
        label={t('provisioning.units')}
        value={choiceOf(value)}
        onChange={(choice) => onChange(startOf[choice] ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={t(`provisioning.unitsOf.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {Array.isArray(value) && (
        <UnitsInput
          accountId={accountId}
          label={t('units.sight.which')}
          value={value}
          onChange={onChange}
          max={mostUnits}
        />
      )}
      {isFirst && <Notice tone="warning">{t('provisioning.firstUnits')}</Notice>}
    </>
  )
}
