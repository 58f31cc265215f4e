import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LoadFile } from '../viewer/file-bytes.ts'
import { FileViewer, type ViewedFile } from '../viewer/file-viewer.tsx'
import { marksOf } from './field-marks.ts'
import { ReadingPanel } from './reading-panel.tsx'
import { readingQuery, type FilePlace } from './reading.queries.ts'

interface Props {
  place: FilePlace
  file: ViewedFile
  load: LoadFile
  onKey?: (key: string) => void
}

/** A file with what was read in it: marked on its pages, and listed beside them. */
export function ReadFile({ place, file, load, onKey }: Props) {
  const { data } = useQuery(readingQuery(place))
  const marks = useMemo(() => (data ? marksOf(data.fields) : []), [data])
  const hasPanel = data !== undefined && data.readAt !== null
  return (
    <FileViewer
      file={file}
      load={load}
      marks={marks}
      {...(onKey && { onKey })}
      {...(hasPanel && {
        beside: (showMark: (id: number) => void) => (
          <ReadingPanel key={place.fileId} reading={data} onShow={showMark} />
        ),
      })}
    />
  )
}
