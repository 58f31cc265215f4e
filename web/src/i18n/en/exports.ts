export const exports = {
  export: 'Export',
  workbook: 'Excel workbook (.xlsx)',
  csv: 'CSV, for other programs',
  french: 'CSV with semicolons, for a French Excel',
  saved: 'The file has been saved with your downloads.',
}
