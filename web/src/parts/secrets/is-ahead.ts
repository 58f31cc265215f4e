/** Whether a moment of the wire is still to come: a former secret works until its own. */
export const isAhead = (moment: string | null): moment is string =>
  moment !== null && Date.parse(`${moment}Z`) > Date.now()
