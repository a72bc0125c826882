export type CsvValue = string | number | boolean | null | undefined | object

/**
 * Rows as CSV with CRLF ends: fields with quote, comma or newline are quoted, quotes doubled, objects written as JSON.
 * A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers.
 */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string => rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return quote(/^[=+\-@\t\r\n]/.test(text.trimStart()) || /^[\t\r]/.test(text) ? `'${text}` : text)
}

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
