import { Button, TextInput } from '@mantine/core'
import { useEffect, useState, type RefObject } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { DraftKeeper, type DraftState } from '../forms/draft-keeper.ts'
import { answered } from '../forms/form-values.ts'
import { Form } from '../forms/form.tsx'
import { SaveLine } from '../forms/save-line.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Me, OneRequest } from '../portal-api.ts'
import { Files } from '../uploads/files.tsx'
import { uploads } from '../uploads/upload-queue.ts'
import { useWords } from '../words.tsx'
import { DropDraft } from './drop-draft.tsx'
import { FaultList } from './fault-list.tsx'
import classes from './request.module.css'
import { useSubmit } from './use-submit.ts'

interface Props {
  me: Me
  request: OneRequest
  onSent: () => void
  /** Back to what was sent, where there is something. */
  onBack: (() => void) | null
}

/** Files and form of one answer, kept while they are made, then sent. */
export function Composer({ me, request, onSent, onBack }: Props) {
  const { t } = useWords()
  const [keeper] = useState(() => new DraftKeeper(request, me.contactId))
  const state = keeper.use()
  const submit = useSubmit({ request, keeper, onSent })
  useEffect(() => () => keeper.leave(), [keeper])
  const takesFiles = request.kind !== 'FORM'
  return (
    <div className={classes.composer}>
      {onBack !== null && (request.status === 'ACCEPTED' || request.status === 'IN_REVIEW') && (
        <p className={classes.small}>
          {t.submit[request.status === 'ACCEPTED' ? 'newerHint' : 'insteadHint']}
        </p>
      )}
      <FaultList faults={submit.faults} keeper={keeper} place={submit.faultsPlace} />
      {submit.error !== null && <Problem title={t.submit.failed} error={submit.error} />}
      {takesFiles && <Files request={request} />}
      {request.kind === 'FILE' && <DocumentDate keeper={keeper} state={state} />}
      {keeper.fields.length > 0 && <FormPanel keeper={keeper} state={state} />}
      <SubmitBar me={me} request={request} state={state} submit={submit} />
      <div className={classes.actions}>
        {request.draft !== null && <DropDraft documentId={request.documentId} keeper={keeper} />}
        {onBack !== null && (
          <Button variant="default" onClick={onBack}>
            {t.submit.backToSent}
          </Button>
        )}
      </div>
    </div>
  )
}

interface FormProps {
  keeper: DraftKeeper
  state: DraftState
}

function FormPanel({ keeper, state }: FormProps) {
  const { t } = useWords()
  const { done, all } = answered(keeper.fields, state.values)
  return (
    <section className={classes.panel} aria-labelledby="form-title">
      <div className={classes.panelHead}>
        <h2 id="form-title">{t.form.title}</h2>
        {all > 0 && <span className={classes.small}>{t.form.answered(done, all)}</span>}
      </div>
      {state.origin !== 'draft' && (
        <Notice tone="info">
          <p>{state.origin === 'device' ? t.form.restored : t.form.prefilled}</p>
        </Notice>
      )}
      <Form keeper={keeper} state={state} />
    </section>
  )
}

function DocumentDate({ keeper, state }: FormProps) {
  const { t } = useWords()
  return (
    <section className={classes.panel}>
      <TextInput
        type="date"
        size="md"
        max="9999-12-31"
        className={classes.date}
        label={
          <>
            {t.form.documentDate} <span className={classes.optional}>({t.form.optional})</span>
          </>
        }
        description={t.form.documentDateHelp}
        value={state.date}
        onChange={(event) => keeper.setDate(event.currentTarget.value)}
      />
    </section>
  )
}

interface BarProps {
  me: Me
  request: OneRequest
  state: DraftState
  submit: { pending: boolean; run: () => void; faultsPlace: RefObject<HTMLDivElement | null> }
}

function SubmitBar({ me, request, state, submit }: BarProps) {
  const { t } = useWords()
  const isSending = uploads
    .use()
    .some(
      (item) =>
        item.documentId === request.documentId && ['sending', 'waiting', 'offline'].includes(item.state),
    )
  return (
    <div className={classes.bar}>
      <span className={classes.small}>{isSending ? t.submit.waitUploads : <SaveLine state={state} />}</span>
      <Button size="md" loading={submit.pending} disabled={isSending} onClick={submit.run}>
        {t.submit.sendTo(me.account)}
      </Button>
    </div>
  )
}
