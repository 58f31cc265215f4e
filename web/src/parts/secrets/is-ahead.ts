import { parseTime } from '../../api/index.ts'

/** Whether a moment of the wire is still to come: a former secret works until its own. */
export const isAhead = (moment: string | null): moment is string =>
  moment !== null && parseTime(moment).getTime() > Date.now()
