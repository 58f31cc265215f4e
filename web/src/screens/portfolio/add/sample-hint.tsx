import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clockQuery } from '../../../parts/clock/clock.queries.ts'

// Known to the sample registers, and left out of the demonstration's portfolio.
const examples = ['Passerelle Formation', 'Chiffres et Clarté', 'Lough Merrin Linen']

/** Whoever tries a sandbox cannot guess whom its registers know: real companies are not among them. */
export function SampleHint({ accountId, onTry }: { accountId: number; onTry: (name: string) => void }) {
  const { t } = useTranslation()
  const { data: clock } = useQuery(clockQuery(accountId))
  if (clock?.kind !== 'SANDBOX') return null
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {t('add.sample')}
      </Text>
      <Group gap={6}>
        {examples.map((name) => (
          <Button key={name} size="xs" variant="light" onClick={() => onTry(name)}>
            {name}
          </Button>
        ))}
      </Group>
    </div>
  )
}
