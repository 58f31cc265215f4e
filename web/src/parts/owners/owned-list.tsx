import { List, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isNothing, type Owned } from './hand-over.queries.ts'

interface Props {
  name: string
  /** Undefined while it is on its way. */
  owned: Owned | undefined
}

const kinds = ['thirdparties', 'dossiers', 'tasks', 'followed', 'rules'] as const

/** What is in somebody's name, so that nobody is surprised. */
export function OwnedList({ name, owned }: Props) {
  const { t } = useTranslation()
  if (owned === undefined) return <Skeleton height={60} />
  if (isNothing(owned)) return <Text size="sm">{t('owners.handOver.nothing', { name })}</Text>
  return (
    <div>
      <Text size="sm" mb={6}>
        {t('owners.handOver.theirs', { name })}
      </Text>
      <List size="sm" spacing={4}>
        {kinds
          .filter((kind) => owned[kind] > 0)
          .map((kind) => (
            <List.Item key={kind}>{t(`owners.handOver.${kind}`, { count: owned[kind] })}</List.Item>
          ))}
        {owned.dutyHolder && <List.Item>{t('owners.handOver.duty')}</List.Item>}
      </List>
    </div>
  )
}
