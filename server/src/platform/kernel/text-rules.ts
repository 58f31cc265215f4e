const controls = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`
// They make the reader see another text than the one that is stored.
const directions = String.raw`\u202a-\u202e\u2066-\u2069`
const halves = String.raw`\ud800-\udfff`
const lineEnds = String.raw`\t\n\r\u2028\u2029`

/** What no text may hold: control characters but tab and line ends, turns of direction, half surrogate pairs. */
export const unfitInText = new RegExp(`[${controls}${directions}${halves}]`, 'u')
/** What a text of one line may not hold: nor tabs and line ends. */
export const unfitInLine = new RegExp(`[${controls}${lineEnds}${directions}${halves}]`, 'u')

/** The same as patterns of a schema; the second wants something to be seen. */
const fit = `[^${controls}${lineEnds}${directions}${halves}]`
export const linePattern = `^${fit}*$`
export const filledLinePattern = `^${fit}*(?!\\s)${fit}+$`
