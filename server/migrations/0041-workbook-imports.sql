-- Files of companies may also come as Excel workbooks.

alter table portfolio_import drop constraint portfolio_import_format_check;
alter table portfolio_import add constraint portfolio_import_format_check
  check (format in ('CSV', 'NDJSON', 'XLSX'));
comment on table portfolio_import_chunk is
  'The file until it is read, workbooks as CSV: a worker on another machine must find it.';
