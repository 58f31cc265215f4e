import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from '../../parts/journal/journal.module.css'
import { checkpointsQuery, type Checkpoint } from './journal.queries.ts'

const command =
  'vigie journal export --account {{accountId}} --out journal.ndjson\nvigie journal verify --file journal.ndjson --checkpoints <folder>'

export function CheckpointsPanel() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const query = useInfiniteQuery(checkpointsQuery(accountId))
  const [opened, { open, close }] = useDisclosure(false)
  const checkpoints = query.data?.pages.flatMap(({ content }) => content) ?? []
  const [newest] = checkpoints
  return (
    <Panel title={t('journal.checkpoints.title')} help={t('journal.checkpoints.help')}>
      <div className={classes.newest}>
        {query.isError && <ProblemAlert title={t('journal.checkpoints.failed')} error={query.error} />}
        {query.isSuccess && newest === undefined && (
          <p className={classes.muted}>{t('journal.checkpoints.none')}</p>
        )}
        {newest !== undefined && <Signed checkpoint={newest} />}
      </div>
      {newest !== undefined && (
        <Group gap={8} mt={10}>
          <Button variant="default" size="xs" onClick={open}>
            {t('journal.checkpoints.all')}
          </Button>
        </Group>
      )}
      <h3 className={classes.small}>{t('journal.checkpoints.outside')}</h3>
      <p className={classes.muted}>{t('journal.checkpoints.outsideDetail')}</p>
      <pre className={classes.data} aria-label={t('journal.checkpoints.outside')}>
        {command.replace('{{accountId}}', String(accountId))}
      </pre>
      <Modal
        opened={opened}
        onClose={close}
        size="lg"
        title={<Text fw={650}>{t('journal.checkpoints.all')}</Text>}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap={10}>
          {checkpoints.map((checkpoint) => (
            <div key={checkpoint.seq} className={classes.checkpoint}>
              <Signed checkpoint={checkpoint} />
            </div>
          ))}
          <LoadMore query={query} />
        </Stack>
      </Modal>
    </Panel>
  )
}

/** One checkpoint with all that is needed to check its signature elsewhere. */
function Signed({ checkpoint }: { checkpoint: Checkpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isVisible, setVisible] = useState(false)
  const { seq, at, madeAt, keyId, signature, signedText, publicKey } = checkpoint
  return (
    <>
      <Facts
        facts={[
          {
            label: t('journal.checkpoints.covers'),
            value: `${t('journal.checkpoints.upTo', { seq: format.number(seq) })}, ${format.moment(at)}`,
          },
          { label: t('journal.checkpoints.made'), value: format.moment(madeAt) },
          { label: t('journal.checkpoints.key'), value: <code className={classes.code}>{keyId}</code> },
        ]}
      />
      {isVisible ? (
        <Stack gap={8} mt={8}>
          <Copyable label={t('journal.checkpoints.signedText')} value={signedText} />
          <Copyable label={t('journal.checkpoints.signature')} value={signature} />
          <Copyable label={t('journal.checkpoints.publicKey')} value={publicKey} block />
        </Stack>
      ) : (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setVisible(true)}>
          {t('journal.checkpoints.show')}
        </Button>
      )}
    </>
  )
}
