import { Skeleton, Text } from '@mantine/core'
import { IconCertificate, IconFileText, IconForms, IconPhoto } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SealedFile } from '../../parts/seal/sealed-file.tsx'
import { fileKind } from '../../parts/viewer/file-kind.ts'
import classes from './answer-view.module.css'
import { isReport } from './current-answer.ts'
import { FormValues } from '../../parts/answer/form-values.tsx'
import { loadEvidence, type Evidence, type FormField, type DocumentIds } from './review.queries.ts'

const ReadFile = lazy(async () => ({
  default: (await import('../../parts/reading/read-file.tsx')).ReadFile,
}))

interface Props {
  ids: DocumentIds
  pieces: readonly Evidence[]
  chosen: number
  onChoose: (index: number) => void
  fields: readonly FormField[] | null
  onKey: (key: string) => void
}

/** What was sent, one piece at a time. */
export function AnswerView({ ids, pieces, chosen, onChoose, fields, onKey }: Props) {
  const { t } = useTranslation()
  const piece = pieces[chosen] ?? pieces[0]
  return (
    <section aria-label={t('review.answer')} className={classes.view}>
      {pieces.length > 1 && <PieceTabs pieces={pieces} chosen={chosen} onChoose={onChoose} />}
      <div className={classes.piece}>
        {piece ? (
          <Piece ids={ids} piece={piece} fields={fields} onKey={onKey} />
        ) : (
          <Text c="dimmed" className={classes.none}>
            {t('review.noPieces')}
          </Text>
        )}
      </div>
    </section>
  )
}

function Piece({ ids, piece, fields, onKey }: Pick<Props, 'ids' | 'fields' | 'onKey'> & { piece: Evidence }) {
  const { t } = useTranslation()
  if (piece.formdata !== null)
    return (
      <FormValues values={piece.formdata} fields={fields} isCheck={piece.transmitter === 'SOURCE_EXTERNE'} />
    )
  if (piece.fileState !== 'CLEAN') {
    return (
      <Text c="dimmed" className={classes.none}>
        {t(`review.fileState.${piece.fileState}`)}
      </Text>
    )
  }
  const file = { fileId: piece.id, name: piece.fileName ?? '', size: piece.fileSize }
  const place = { ...ids, fileId: piece.id }
  return (
    <SealedFile seal={piece.seal}>
      <Suspense fallback={<Skeleton height="100%" radius={0} />}>
        <ReadFile place={place} file={file} load={loadEvidence(ids, piece.id)} onKey={onKey} />
      </Suspense>
    </SealedFile>
  )
}

function PieceTabs({ pieces, chosen, onChoose }: Pick<Props, 'pieces' | 'chosen' | 'onChoose'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes.tabs} aria-label={t('review.pieces')}>
      {pieces.map((piece, index) => {
        const Icon = iconOf(piece)
        return (
          <li key={piece.id}>
            <button
              type="button"
              className={classes.tab}
              aria-pressed={index === chosen}
              aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
              onClick={() => onChoose(index)}
            >
              <Icon size={16} stroke={1.7} aria-hidden="true" />
              <span className={classes.name}>{nameOf(piece, t('review.form'), t('review.report'))}</span>
              {index < 9 && (
                <kbd className={classes.key} aria-hidden="true">
                  {index + 1}
                </kbd>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function iconOf(piece: Evidence) {
  if (piece.formdata !== null) return IconForms
  if (isReport(piece)) return IconCertificate
  return fileKind(piece.fileName ?? '') === 'image' ? IconPhoto : IconFileText
}

function nameOf(piece: Evidence, form: string, report: string): string {
  if (piece.formdata !== null) return form
  return isReport(piece) ? report : (piece.fileName ?? '')
}
